/** Percent with one digit after the point. */
export const percent = (part: number, whole: number): number => Math.round((part / whole) * 1000) / 10
