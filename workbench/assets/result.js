// Shows why a claim has its verdict without loading the page again, and copies texts.
const panel = document.querySelector('[data-panel]');
const list = panel?.querySelector('.claims') === null ? null : panel?.innerHTML;

async function select(link) {
  const { claim } = link.dataset;
  // Of a long text only a part is here.
  const isHere = document.querySelector(`.text a[data-claim="${claim}"]`) !== null;
  if (!isHere && document.querySelector('[data-parts]') !== null) {
    location.assign(link.href);
    return;
  }
  const answer = await fetch(`${location.pathname}/claims/${claim}`);
  // What the server has to say instead, such as that the session has ended, is a page.
  if (!answer.ok || answer.redirected) {
    location.assign(link.href);
    return;
  }
  // Written by the server, with every value escaped.
  panel.innerHTML = await answer.text();
  mark(claim);
  history.replaceState(null, '', link.href.split('#')[0]);
  panel.scrollTop = 0;
  panel.focus({ preventScroll: matchMedia('(min-width: 52rem)').matches });
}

function mark(number) {
  for (const each of document.querySelectorAll('.text a[aria-current]')) each.removeAttribute('aria-current');
  for (const each of document.querySelectorAll(`.text a[data-claim="${number}"]`))
    each.setAttribute('aria-current', 'true');
}

document.addEventListener('click', (event) => {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const link = event.target.closest('a[data-claim]');
  if (link !== null) {
    event.preventDefault();
    select(link);
    return;
  }
  if (list !== null && event.target.closest('a[data-back]') !== null) {
    event.preventDefault();
    panel.innerHTML = list;
    mark('');
    const url = new URL(location.href);
    url.searchParams.delete('claim');
    history.replaceState(null, '', url.pathname + url.search);
    panel.focus({ preventScroll: true });
  }
});

for (const button of document.querySelectorAll('[data-copy]')) {
  button.hidden = false;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(document.querySelector(button.dataset.copy).value);
    button.textContent = 'Copied';
  });
}
