/** Entry module of an engine thread. */
import { createEngine, warmUpEngine } from '#engine/in-thread.ts';
import { lowerPriority } from '../threads/background.ts';
import { packedCalls } from './engine-wire.ts';
import { executing } from './worker-calls.ts';

lowerPriority();
const engine = createEngine();

export default executing({ ...engine, ...packedCalls(engine), warmUp: warmUpEngine });
