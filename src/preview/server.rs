use std::convert::Infallible;
use std::io;
use std::net::{SocketAddr, TcpListener, ToSocketAddrs};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::header::{
    ACCEPT_RANGES, ALLOW, CACHE_CONTROL, CONTENT_LENGTH, CONTENT_RANGE, CONTENT_TYPE, HOST, IF_RANGE, LOCATION, RANGE,
};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use percent_encoding::percent_decode_str;
use tokio::signal;
use tokio_stream::StreamExt;
use tokio_stream::wrappers::WatchStream;

use super::faults;
use super::host::may_ask;
use super::media::media_type;
use super::range::{Part, part};
use super::shown::{Shown, Stage};
use crate::page::{Address, escape};

/// What the preview's own addresses begin with, below the path of the site.
const OWN: &str = "__rungs/";
const SCRIPT: &str = include_str!("preview.js");
const STYLE: &str = include_str!("preview.css");

/// The port that is tried first where none was asked for, and how many after it.
const FIRST_PORT: u16 = 4040;
const PORTS: u16 = 100;

/// How long open connections have to end.
const PARTING: Duration = Duration::from_millis(700);

/// A place on this machine where the preview is served.
pub struct Bound {
    listener: TcpListener,
    /// The address, with the port that it really is.
    pub address: SocketAddr,
    /// The name or number by which it was asked for.
    host: String,
}

/// What requests are answered from.
struct Served {
    stage: Arc<Stage>,
    host: String,
}

/// Takes a port: the one that is asked for (0 for any), or the first that is free.
///
/// # Errors
/// A host that is none, a port that is taken.
pub fn bind(host: &str, port: Option<u16>) -> io::Result<Bound> {
    let listen = |port: u16| {
        let named = |error: io::Error| match error.kind() {
            io::ErrorKind::AddrInUse => io::Error::new(error.kind(), format!("port {port} of {host} is taken")),
            kind => io::Error::new(kind, format!("nothing can be served at {host}, port {port}: {error}")),
        };
        let addresses: Vec<SocketAddr> = (host, port).to_socket_addrs().map_err(named)?.collect();
        TcpListener::bind(addresses.as_slice()).map_err(named)
    };
    let listener = match port {
        Some(port) => listen(port)?,
        None => {
            let mut tried = listen(FIRST_PORT);
            for port in FIRST_PORT + 1..FIRST_PORT + PORTS {
                match &tried {
                    Err(error) if error.kind() == io::ErrorKind::AddrInUse => tried = listen(port),
                    _ => break,
                }
            }
            tried?
        }
    };
    listener.set_nonblocking(true)?;
    let address = listener.local_addr()?;
    Ok(Bound { listener, address, host: host.to_owned() })
}

/// Serves what is on the stage until the program is told to end.
///
/// # Errors
/// Those of the machine.
pub fn run(bound: Bound, stage: &Arc<Stage>) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let ended = runtime.block_on(async {
        let listener = tokio::net::TcpListener::from_std(bound.listener)?;
        let served = Served { stage: Arc::clone(stage), host: bound.host };
        let router = Router::new().fallback(answer).with_state(Arc::new(served));
        let (told, hear) = tokio::sync::oneshot::channel::<()>();
        let server = axum::serve(listener, router).with_graceful_shutdown(async { drop(hear.await) });
        let server = tokio::spawn(server.into_future());
        told_to_end().await;
        // Open streams of events would keep the server.
        stage.end();
        drop(told);
        let _ = tokio::time::timeout(PARTING, server).await;
        Ok(())
    });
    runtime.shutdown_background();
    ended
}

/// Waits for Ctrl-C, or for a request to end.
async fn told_to_end() {
    #[cfg(unix)]
    {
        use signal::unix::{SignalKind, signal};
        let wait = |kind| async move {
            match signal(kind) {
                Ok(mut signal) => drop(signal.recv().await),
                Err(_) => std::future::pending().await,
            }
        };
        tokio::select! {
            () = wait(SignalKind::interrupt()) => {}
            () = wait(SignalKind::terminate()) => {}
            () = wait(SignalKind::hangup()) => {}
        }
    }
    #[cfg(not(unix))]
    drop(signal::ctrl_c().await);
}

async fn answer(State(served): State<Arc<Served>>, request: Request) -> Response {
    let stage = &served.stage;
    let shown = stage.shown();
    let host = request.headers().get(HOST).map(|host| String::from_utf8_lossy(host.as_bytes()));
    let mut response = match *request.method() {
        _ if host.is_some_and(|host| !may_ask(&host, &served.host)) => plain(
            StatusCode::MISDIRECTED_REQUEST,
            "This preview is not served under this name; `rungs serve --host NAME` serves it under another.",
        ),
        Method::GET | Method::HEAD => get(stage, &shown, &request),
        _ => plain(StatusCode::METHOD_NOT_ALLOWED, "Only GET and HEAD are answered here."),
    };
    let headers = response.headers_mut();
    if !headers.contains_key(CACHE_CONTROL) {
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    headers.insert("x-content-type-options", HeaderValue::from_static("nosniff"));
    if response.status() == StatusCode::METHOD_NOT_ALLOWED {
        response.headers_mut().insert(ALLOW, HeaderValue::from_static("GET, HEAD"));
    }
    response
}

fn get(stage: &Stage, shown: &Shown, request: &Request) -> Response {
    let (path, query) = (request.uri().path(), request.uri().query());
    let base = shown.base.as_ref().map_or("/", |base| base.path());
    let Some(inside) = path.strip_prefix(base) else {
        return match shown.base {
            Some(_) if path == "/" || base.strip_suffix('/') == Some(path) => redirect(base, query),
            _ => not_here(stage, shown, request),
        };
    };
    match inside.strip_prefix(OWN) {
        Some("events") => return events(stage),
        Some("preview.js") => return whole("preview.js", SCRIPT.as_bytes().to_vec(), request),
        Some("preview.css") => return whole("preview.css", STYLE.as_bytes().to_vec(), request),
        _ => {}
    }
    let Ok(decoded) = percent_decode_str(inside).decode_utf8() else { return not_here(stage, shown, request) };
    let file = Address::new(decoded.as_ref()).file();
    if let Some(bytes) = stage.file(shown, &file) {
        let bytes = if file.ends_with(".html") { dressed(shown, &file, &bytes) } else { bytes.as_ref().clone() };
        return whole(&file, bytes, request);
    }
    if !decoded.ends_with('/') && stage.file(shown, &format!("{decoded}/index.html")).is_some() {
        return redirect(&format!("{path}/"), query);
    }
    if let Some(origin) = shown.unmade.get(&file) {
        let page = blank(&format!("{origin} cannot be shown yet."));
        return page_of(StatusCode::INTERNAL_SERVER_ERROR, &dressed(shown, &file, &page), request);
    }
    not_here(stage, shown, request)
}

/// The site's page for what is not there, or, before there is a site, what is to be said of that.
fn not_here(stage: &Stage, shown: &Shown, request: &Request) -> Response {
    let file = "404.html";
    let (status, bytes) = match stage.file(shown, file) {
        Some(page) => (StatusCode::NOT_FOUND, page.as_ref().clone()),
        None if shown.output.is_some() => (StatusCode::NOT_FOUND, blank("Nothing stands here.")),
        None => (StatusCode::SERVICE_UNAVAILABLE, blank("The site is being built.")),
    };
    page_of(status, &dressed(shown, file, &bytes), request)
}

fn page_of(status: StatusCode, page: &[u8], request: &Request) -> Response {
    let mut response = sent("404.html", page.to_vec(), None, request.method());
    *response.status_mut() = status;
    response
}

fn blank(message: &str) -> Vec<u8> {
    let message = escape(message);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>{message}</title></head>\n\
         <body>\n<main><h1>{message}</h1></main>\n</body>\n</html>\n"
    )
    .into_bytes()
}

/// A page with the preview's own: what is wrong, and the script that fetches the page anew when it has changed.
fn dressed(shown: &Shown, file: &str, page: &[u8]) -> Vec<u8> {
    let mut text = String::from_utf8_lossy(page).into_owned();
    let mut root = "/".to_owned();
    if let Some(base) = &shown.base {
        // What leads to the published site leads to the preview here.
        root = base.path().to_owned();
        for attribute in ["href", "src"] {
            text = text.replace(&format!("{attribute}=\"{}{root}", base.origin()), &format!("{attribute}=\"{root}"));
        }
    }
    let origin = shown.output.as_ref().and_then(|output| output.origin(file));
    let is_stale = origin.is_some() && shown.unmade.contains_key(file);
    let own = origin.or_else(|| shown.unmade.get(file).map(String::as_str));
    let faults = faults::html(&shown.faults, own, is_stale);
    let added = format!(
        "{faults}<link rel=\"stylesheet\" href=\"{root}{OWN}preview.css\">\
         <script src=\"{root}{OWN}preview.js\" data-version=\"{}\" data-events=\"{root}{OWN}events\" defer></script>\n",
        shown.version
    );
    let end = text.rfind("</body>").unwrap_or(text.len());
    text.insert_str(end, &added);
    text.into_bytes()
}

/// A file, or the part of it that is asked for.
fn whole(path: &str, bytes: Vec<u8>, request: &Request) -> Response {
    // A range is a part of what GET would send; of a HEAD it says nothing.
    let range = wanted(request.headers()).filter(|_| request.method() == Method::GET);
    sent(path, bytes, range, request.method())
}

/// The part that is asked for, unless only of what was there before.
fn wanted(headers: &HeaderMap) -> Option<&str> {
    headers.get(RANGE).filter(|_| !headers.contains_key(IF_RANGE))?.to_str().ok()
}

fn sent(path: &str, bytes: Vec<u8>, range: Option<&str>, method: &Method) -> Response {
    let length = bytes.len();
    let asked = range.map_or(Part::Whole, |range| part(range, length));
    let (status, bytes, place) = match asked {
        Part::Whole => (StatusCode::OK, Bytes::from(bytes), None),
        Part::These(these) => {
            let place = format!("bytes {}-{}/{length}", these.start, these.end.saturating_sub(1));
            (StatusCode::PARTIAL_CONTENT, Bytes::from(bytes).slice(these), Some(place))
        }
        Part::Nowhere => (StatusCode::RANGE_NOT_SATISFIABLE, Bytes::new(), Some(format!("bytes */{length}"))),
    };
    let sent = bytes.len();
    let body = if *method == Method::HEAD { Body::empty() } else { Body::from(bytes) };
    let mut response = Response::new(body);
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(media_type(path)));
    headers.insert(CONTENT_LENGTH, HeaderValue::from(sent));
    headers.insert(ACCEPT_RANGES, HeaderValue::from_static("bytes"));
    if let Some(place) = place.and_then(|place| HeaderValue::try_from(place).ok()) {
        headers.insert(CONTENT_RANGE, place);
    }
    response
}

fn redirect(to: &str, query: Option<&str>) -> Response {
    let to = query.map_or_else(|| to.to_owned(), |query| format!("{to}?{query}"));
    let mut response = plain(StatusCode::TEMPORARY_REDIRECT, "");
    if let Ok(to) = HeaderValue::try_from(to) {
        response.headers_mut().insert(LOCATION, to);
    }
    response
}

fn plain(status: StatusCode, text: &'static str) -> Response {
    (status, [(CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response()
}

/// What is shown, as events: `version` at once and whenever it is another, `progress` while figures are awaited.
fn events(stage: &Stage) -> Response {
    let (version, progress) = stage.announcements();
    let version = WatchStream::new(version).map_while(|version| Some(Event::default().event("version").data(version?)));
    let progress = WatchStream::new(progress).map_while(|told| Some(Event::default().event("progress").data(told?)));
    let stream = version.merge(progress).map(Ok::<_, Infallible>);
    Sse::new(stream).keep_alive(KeepAlive::new().interval(Duration::from_secs(20))).into_response()
}
