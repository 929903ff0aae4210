import fc from 'fast-check'

/** The same cases in each run, so that a run never fails by chance; others each time with `TEST_VOLUME=full`. */
if (process.env.TEST_VOLUME !== 'full') fc.configureGlobal({ seed: 1 })

export default fc
