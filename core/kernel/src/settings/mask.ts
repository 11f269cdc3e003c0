/** Stands where a secret is set; sent back, the secret stays. */
export const MASK = '***'

/** A secret that is not set may be seen not to be. */
export const hidden = (value: unknown): unknown =>
  value === null || value === undefined || value === '' ? null : MASK
