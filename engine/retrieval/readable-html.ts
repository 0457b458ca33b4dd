/** Extracts the article of an HTML page as plain text. */
import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import { BlockCollector, lengthOf } from '#markup/blocks.ts';
import { cleanHtml } from '#markup/clean-html.ts';
import { type Attributes, hiddenNames } from '#markup/hidden.ts';
import { withReviews } from './claim-reviews.ts';
import { type PageMetadata, pageMetadata } from './page-metadata.ts';

/** Article extraction traverses the tree many times. For larger pages, all text is used instead. */
const MAX_ARTICLE_NODES = 40_000;
/**
 * Limit for the sum of all element depths, because the extraction also climbs from elements to their ancestors: 15,000 elements
 * at depth 20, fewer if they are deeper.
 */
const MAX_ARTICLE_DEPTHS = 300_000;
/** An "article" that is shorter, or that leaves out most of the page's text, is a teaser or a mistake. */
const SHORTEST_ARTICLE = 250;
const LEAST_SHARE = 0.2;
const MAX_TEXT_LENGTH = 2_000_000;

/** The blocks of text in reading order, and the page's metadata. */
export function readHtml(html: string): { blocks: string[]; metadata: PageMetadata } {
  const { metadata, reviews, styles } = pageMetadata(html);
  const page = cleanHtml(html, hiddenNames(styles));
  const mayHaveArticle = page.nodes <= MAX_ARTICLE_NODES && page.depths <= MAX_ARTICLE_DEPTHS;
  const article = mayHaveArticle ? articleBlocks(page.html) : [];
  const isArticle = lengthOf(article) >= Math.max(SHORTEST_ARTICLE, LEAST_SHARE * lengthOf(page.blocks));
  return { blocks: withReviews(isArticle ? article : page.blocks, reviews), metadata };
}

/** Empty if no article is found or if the extraction fails. */
function articleBlocks(html: string): string[] {
  try {
    return blocksOf(extractArticle(html));
  } catch {
    return []; // e.g. markup made to exhaust the stack; the caller falls back on the page's whole text
  }
}

function extractArticle(html: string): TreeNode | null {
  const { document } = parseHTML(html);
  const article = new Readability<TreeNode>(document, {
    disableJSONLD: true,
    serializer: (node) => node as unknown as TreeNode,
  }).parse();
  return article?.content ?? null;
}

/** The few DOM properties that are used here. */
interface TreeNode {
  nodeType: number;
  nodeName: string;
  nodeValue: string | null;
  firstChild: TreeNode | null;
  nextSibling: TreeNode | null;
  /** Elements only. */
  getAttribute?(name: string): string | null;
}

const TEXT_NODE = 3;

function blocksOf(root: TreeNode | null): string[] {
  if (root === null) return [];
  const collector = new BlockCollector(MAX_TEXT_LENGTH);
  // Recursion is safe because cleaning has limited the depth.
  const visit = (node: TreeNode) => {
    if (node.nodeType === TEXT_NODE) return collector.text(node.nodeValue ?? '');
    const name = node.nodeName.toLowerCase();
    collector.open(name, spanAttributesOf(node));
    for (let child = node.firstChild; child !== null; child = child.nextSibling) visit(child);
    collector.close(name);
  };
  visit(root);
  return collector.finish();
}

function spanAttributesOf(node: TreeNode): Attributes {
  return { rowspan: node.getAttribute?.('rowspan') ?? '', colspan: node.getAttribute?.('colspan') ?? '' };
}
