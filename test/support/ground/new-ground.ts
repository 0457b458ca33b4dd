import { embeddedGround } from './embedded.ts';
import { type Ground, testedShape } from './ground.ts';

/** Creates an empty storage in the shape under test. */
export async function newGround(): Promise<Ground> {
  if (testedShape() === 'embedded') return embeddedGround();
  // Imported only when needed, because it loads the clients of three servers.
  const { distributedGround } = await import('./distributed.ts');
  return distributedGround();
}
