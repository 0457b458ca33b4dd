import { embeddedGround } from './embedded.ts';
import { type Ground, testedShape } from './ground.ts';

/** A fresh one, in the shape that the run of tests is about. */
export async function newGround(): Promise<Ground> {
  if (testedShape() === 'embedded') return embeddedGround();
  // Loaded where it is asked for: it brings the clients of three servers.
  const { distributedGround } = await import('./distributed.ts');
  return distributedGround();
}
