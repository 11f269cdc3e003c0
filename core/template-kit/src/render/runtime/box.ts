/**
 * A context as Handlebars gets it. Handlebars compares contexts with `!=`, which would call methods of
 * objects and take 1 and "1" for the same; boxes are only ever the same object or not.
 */
export interface Box {
  value: unknown
}

export const box = (value: unknown): Box => ({ value })
