// Shows how far a document is; when it has ended, the page shows what came of it.
const part = document.querySelector('[data-document]');

document.addEventListener('live', ({ detail: { html, ended } }) => {
  // Written by the server, with every value escaped.
  part.innerHTML = html;
  if (ended) location.reload();
});
