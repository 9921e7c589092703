use std::net::IpAddr;

/// Whether a preview that is served at `served` may answer a request for `host`, with or without its port.
///
/// A page of another site can have its own name lead to this machine (DNS rebinding) and would then read drafts and
/// sources as if they were its own. So only names are answered that nobody else can own: numbers, `localhost`, and the
/// name that the author gave.
pub fn may_ask(host: &str, served: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) && !name.ends_with(':') => name,
        _ => host,
    };
    let name = name.strip_suffix('.').unwrap_or(name);
    let number = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
    let is = |other: &str| name.eq_ignore_ascii_case(other);
    number.parse::<IpAddr>().is_ok()
        || is("localhost")
        || name.to_ascii_lowercase().ends_with(".localhost")
        || is(served)
}

#[cfg(test)]
mod tests {
    use super::may_ask;

    #[test]
    fn names_that_others_can_own_are_refused() {
        for host in ["127.0.0.1:4040", "localhost", "LOCALHOST:80", "essays.localhost:4040", "[::1]:4040", "10.0.0.7"] {
            assert!(may_ask(host, "127.0.0.1"), "{host}");
        }
        for host in ["evil.example", "evil.example:4040", "localhost.evil.example", "notlocalhost", "", ":80", "[::1"] {
            assert!(!may_ask(host, "127.0.0.1"), "{host}");
        }
        assert!(may_ask("my-machine.local:4040", "My-Machine.local"));
    }
}
