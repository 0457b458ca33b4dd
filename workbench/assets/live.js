// The one event stream of the page. What it says of what the page shows goes to the page's script, as the event `live`. When the
// session ends elsewhere (logged out in another tab or browser, revoked, or unused for too long), the page says so: it is
// loaded again only where nothing is lost by it. The server leaves this script off answers to forms, whose pages may show
// what is shown once, and off refusals.
const url = new URL(document.body.dataset.live, location.href);
const FIRST_PAUSE_MS = 15_000;
const LONGEST_PAUSE_MS = 60_000;
const GONE = [404, 410];
let source = null;
let pauseMs = FIRST_PAUSE_MS;
let timer = null;
let isOver = false;

/** Only the page that is seen listens: a browser has few connections to one server. */
function listen() {
  clearTimeout(timer);
  if (document.hidden || isOver) {
    source?.close();
    source = null;
    return;
  }
  if (source !== null) return;
  source = new EventSource(url);
  source.addEventListener('open', () => {
    pauseMs = FIRST_PAUSE_MS;
  });
  // The browser gives up when it is refused, as when a limit is reached.
  source.addEventListener('error', () => {
    if (source?.readyState !== EventSource.CLOSED) return;
    source = null;
    timer = setTimeout(tryAgain, pauseMs);
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
  });
  source.addEventListener('message', ({ data, lastEventId }) => {
    // A new event source knows of no event: what the page has is said by the address.
    url.searchParams.set('seen', lastEventId);
    document.dispatchEvent(new CustomEvent('live', { detail: JSON.parse(data) }));
  });
  source.addEventListener('ended', end);
}

/** Asks why first, as an event source does not tell. */
async function tryAgain() {
  const answer = await fetch(url, { method: 'HEAD', redirect: 'manual' }).catch(() => null);
  // Who is not signed in is led to where one does. What is gone is told by the page.
  if (answer?.type === 'opaqueredirect') end();
  else if (GONE.includes(answer?.status)) location.reload();
  else if (answer?.status !== 403) listen();
}

function end() {
  if (isOver) return;
  isOver = true;
  listen();
  if (hasChanges()) showNotice();
  else location.reload();
}

/** Whether something was entered that loading the page again would lose. */
function hasChanges() {
  const isChanged = (field) => {
    if (field.type === 'checkbox' || field.type === 'radio') return field.checked !== field.defaultChecked;
    if (field instanceof HTMLSelectElement) {
      // Without a default, a browser chooses the first.
      const first = Math.max(
        0,
        [...field.options].findIndex(({ defaultSelected }) => defaultSelected),
      );
      return !field.multiple && field.selectedIndex !== first;
    }
    return field.value !== field.defaultValue;
  };
  return [...document.querySelectorAll('input, textarea, select')].some(isChanged);
}

function showNotice() {
  const notice = document.createElement('p');
  notice.className = 'note bad';
  notice.setAttribute('role', 'alert');
  const link = document.createElement('a');
  link.href = '/app/login';
  link.target = '_blank';
  link.textContent = 'Sign in again';
  notice.append(
    'Your session has ended. What you have entered is still here: copy it before you leave the page. ',
    link,
  );
  document.querySelector('#main').prepend(notice);
}

document.addEventListener('visibilitychange', listen);
listen();
