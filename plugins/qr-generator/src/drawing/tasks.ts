/** A code to be drawn: what it says, and the lines below it. */
export interface Sticker {
  link: string
  label: readonly string[]
}

export type Level = 'L' | 'M' | 'Q' | 'H'

export interface PictureTask {
  kind: 'picture'
  sticker: Sticker
  format: 'png' | 'svg'
  /** Pixels. */ size: number
  /** Modules. */ margin: number
  level: Level
}

/** Lengths in millimetres. The grid must fit the page. */
export interface SheetTask {
  kind: 'sheet'
  stickers: readonly Sticker[]
  format: 'pdf' | 'svg'
  grid: Grid
  level: Level
}

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

/** To the thread that draws. */
export type Order = { id: number; task: Task } | { id: number; cancel: true }

/** From it: pieces of the picture or document, then its end, or why there is none. */
export type Report =
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
