/** A code to draw: the link in it, and the lines of text below it. */
export interface Sticker {
  link: string
  label: readonly string[]
}

export type ErrorCorrection = 'L' | 'M' | 'Q' | 'H'

export interface PictureTask {
  kind: 'picture'
  sticker: Sticker
  format: 'png' | 'svg'
  /** Width in pixels. */
  size: number
  /** White modules around the code. */
  margin: number
  level: ErrorCorrection
}

/** A sheet. The grid must fit on the page. */
export interface SheetTask {
  kind: 'sheet'
  stickers: readonly Sticker[]
  format: 'pdf' | 'svg'
  grid: Grid
  level: ErrorCorrection
}

/** Lengths in millimetres. `size` is the side of a square, `gap` the distance between two squares. */
export interface Grid {
  width: number
  height: number
  margin: number
  gap: number
  size: number
  columns: number
  rows: number
}

export type Task = PictureTask | SheetTask

/** Message to the thread that draws. */
export type DrawingOrder = { id: number; task: Task } | { id: number; cancel: true }

/** Message from the thread: a piece of the file, its end, or the reason of a failure. */
export type DrawingReport =
  | { id: number; piece: Uint8Array }
  | { id: number; end: true }
  | { id: number; minimum: number }
  | { id: number; error: string }

/** The code has more modules than the picture has pixels. */
export class TooSmall extends Error {
  readonly minimum: number
  constructor(minimum: number) {
    super(`needs ${minimum} pixels`)
    this.minimum = minimum
  }
}
