// Fetches the page anew when it has changed, and keeps the place at which it was being read.
(function () {
  "use strict";
  const script = document.currentScript;
  const mine = script.dataset.version;
  const place = "rungs.preview.place";
  const here = location.pathname + location.search;

  try {
    const kept = JSON.parse(sessionStorage.getItem(place) || "null");
    sessionStorage.removeItem(place);
    if (kept && kept.here === here) {
      history.scrollRestoration = "manual";
      const back = () => scrollTo({ left: kept.x, top: kept.y, behavior: "instant" });
      back();
      addEventListener("load", () => { back(); history.scrollRestoration = "auto"; });
    }
  } catch (unavailable) {}

  // What is wrong stands over the foot of the page, which can be scrolled out from under it; folded, it stays so.
  const faults = document.getElementById("rungs-faults");
  if (faults) {
    const details = faults.querySelector("details");
    const folded = "rungs.preview.folded";
    try { details.open = !sessionStorage.getItem(folded); } catch (unavailable) {}
    details.addEventListener("toggle", () => {
      try { details.open ? sessionStorage.removeItem(folded) : sessionStorage.setItem(folded, "yes"); } catch (unavailable) {}
    });
    new ResizeObserver(() => {
      document.documentElement.style.scrollPaddingBottom = document.body.style.paddingBottom = faults.offsetHeight + "px";
    }).observe(faults);
  }

  function reload() {
    try {
      sessionStorage.setItem(place, JSON.stringify({ here, x: scrollX, y: scrollY }));
    } catch (unavailable) {}
    location.reload();
  }

  // A page that was fetched a moment ago and is old already is in the middle of several saves: it waits for the last.
  let waiting;
  function another(version) {
    clearTimeout(waiting);
    if (version !== mine) waiting = setTimeout(reload, performance.now() < 800 ? 250 : 0);
  }

  function progress(told) {
    const awaited = told ? JSON.parse(told) : {};
    for (const figure of document.querySelectorAll("[data-awaited]")) {
      const text = awaited[figure.dataset.awaited];
      const line = figure.querySelector("p");
      if (text && line) line.textContent = text;
    }
  }

  // A hidden page holds no connection: a browser has few for one host. When it is seen again it is told at once.
  let events;
  function connect() {
    if (document.hidden || (events && events.readyState !== EventSource.CLOSED)) return;
    events = new EventSource(script.dataset.events);
    events.addEventListener("version", (event) => another(event.data));
    events.addEventListener("progress", (event) => progress(event.data));
    events.onerror = () => { if (events.readyState === EventSource.CLOSED) setTimeout(connect, 500); };
  }
  function leave() {
    if (events) events.close();
    events = undefined;
  }
  addEventListener("visibilitychange", () => (document.hidden ? leave() : connect()));
  addEventListener("pagehide", leave);
  addEventListener("pageshow", connect);
  connect();
})();
