/** A thread that fails to start. */
throw new Error('no memory');
