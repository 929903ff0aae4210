/** From here on somebody should know. */
const nearShare = 0.9

/** How full what is limited is. */
export const fullness = (bytes: number, limit: number): 'roomy' | 'near' | 'full' =>
  bytes >= limit ? 'full' : bytes >= nearShare * limit ? 'near' : 'roomy'
