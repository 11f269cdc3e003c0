/** Shown instead of a secret that is set. A client that sends it back keeps the secret. */
export const secretMask = '***'

/** A secret as clients see it. Null if it is not set. */
export const hidden = (value: unknown): unknown =>
  value === null || value === undefined || value === '' ? null : secretMask
