/** Entry module of the engine thread for calls beside those that take long. */
import { createEngine, warmUpEngine } from '#engine/in-thread.ts';
import { lowerPriority } from '../threads/background.ts';
import { packedCalls } from './engine-wire.ts';
import { executing } from './worker-calls.ts';

lowerPriority();
const engine = createEngine({ keepsPassages: false });

export default executing({ ...engine, ...packedCalls(engine), warmUp: warmUpEngine });
