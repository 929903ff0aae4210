/** Set by `npm run e2e:full`: journeys tagged '@full' are made in full size; shorter in every test run. */
export const isFullSize = Boolean(process.env.E2E_FULL)
