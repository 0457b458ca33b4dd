// Shows how far a document is; when it has ended, the page shows what came of it.
const part = document.querySelector('[data-document]');
/** Documents take a while, and each look counts. */
const LOOK_EVERY_MS = 3_000;

async function look() {
  if (document.hidden) return;
  const answer = await fetch(part.dataset.document).catch(() => null);
  // The service may be restarting: the next look tells.
  if (answer === null || answer.status >= 500 || answer.status === 429) return;
  if (!answer.ok || answer.redirected) {
    location.reload();
    return;
  }
  // Written by the server, with every value escaped.
  part.innerHTML = await answer.text();
  if (part.querySelector('[data-ended]') !== null) location.reload();
}
setInterval(look, LOOK_EVERY_MS);
