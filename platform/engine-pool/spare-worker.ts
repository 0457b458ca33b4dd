/** Entry module of the engine thread for calls beside those that take long. */
import { createEngine, warmUpEngine } from '#engine/in-thread.ts';
import { lowerPriority } from '../threads/background.ts';
import { packedCalls } from './engine-wire.ts';
import { executing } from './worker-calls.ts';

/** It is kept beside the long call of another thread, when memory is scarce, and has far fewer calls. */
const MOST_LITTER_MB = 12;

lowerPriority();
const engine = createEngine({ keepsLibrary: false });

export default executing({ ...engine, ...packedCalls(engine), warmUp: warmUpEngine }, { mostLitterMb: MOST_LITTER_MB });
