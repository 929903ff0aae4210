/** Share of a limit from which on it is nearly full. */
const nearShare = 0.9

/** Classifies the use of a limit. */
export const fullness = (bytes: number, limit: number): 'roomy' | 'near' | 'full' =>
  bytes >= limit ? 'full' : bytes >= nearShare * limit ? 'near' : 'roomy'
