// When the session ends elsewhere (logged out in another tab or browser, revoked, or unused for too long), the page says so.
let source = null;

/** Only the page that is seen listens: a browser has few connections to one server. */
function listen() {
  if (document.hidden) {
    source?.close();
    source = null;
    return;
  }
  if (source !== null) return;
  source = new EventSource(document.body.dataset.session);
  // What is refused is a session that ended just when the browser connected again, or a limit: the page says which, later.
  source.addEventListener('error', () => {
    if (source?.readyState === EventSource.CLOSED) setTimeout(() => location.reload(), 15_000);
  });
  source.addEventListener('ended', () => {
    source.close();
    location.reload();
  });
}

document.addEventListener('visibilitychange', listen);
listen();
