import { qrCodeOf, type Code } from './code.ts'
import { fitted, outlines, type LabelLine } from './letters.ts'
import { TooSmall, type ErrorCorrection, type Sticker } from './tasks.ts'

/** A code with its label, in millimetres or pixels. Positions count from the upper left corner. */
export interface Drawing {
  width: number
  height: number
  code: Code & { x: number; y: number; module: number }
  /** `x` is the left end, `y` the base line. */
  lines: readonly (LabelLine & { x: number; y: number; size: number })[]
}

/** Distance from one base line to the next, as a multiple of the size of the letters. */
const lineHeight = 1.3
/** Space for descenders below the last base line, as a multiple of the size of the letters. */
const descent = 0.35

function labelled(
  sticker: Sticker,
  { width, top, size }: { width: number; top: number; size: number },
): Drawing['lines'] {
  return sticker.label.map((text, nth) => {
    const line = fitted(text, (width * 0.96) / size)
    return {
      ...line,
      x: (width - line.width * line.scale * size) / 2,
      y: top + size + nth * lineHeight * size,
      size,
    }
  })
}
const heightOf = ({ label }: Sticker, size: number): number =>
  label.length === 0 ? 0 : (1 + (label.length - 1) * lineHeight + descent) * size

/**
 * A drawing in pixels. Each module has a whole number of pixels, so that it is sharp. The label is below the
 * square of the code.
 * @throws TooSmall
 */
export function onPixels(
  sticker: Sticker,
  { size: width, margin, level }: { size: number; margin: number; level: ErrorCorrection },
): Drawing {
  const code = qrCodeOf(sticker.link, level)
  const across = code.modules + 2 * margin
  const module = Math.floor(width / across)
  if (module < 1) throw new TooSmall(across)
  const size = Math.max(7, Math.round(width / 14))
  const at = Math.floor((width - module * code.modules) / 2)
  return {
    width,
    height: width + Math.ceil(heightOf(sticker, size)),
    code: { ...code, x: at, y: at, module },
    lines: labelled(sticker, { width, top: width, size }),
  }
}

/** White modules around a code on paper: the quiet zone of ISO/IEC 18004. */
const quietModules = 4

/** A drawing in millimetres. Code and label are both inside a square with the side `size`. */
export function onPaper(
  sticker: Sticker,
  { size: side, level }: { size: number; level: ErrorCorrection },
): Drawing {
  const code = qrCodeOf(sticker.link, level)
  const size = side * 0.065
  const room = side - heightOf(sticker, size)
  const module = room / (code.modules + 2 * quietModules)
  return {
    width: side,
    height: side,
    code: { ...code, x: (side - module * code.modules) / 2, y: quietModules * module, module },
    lines: labelled(sticker, { width: side, top: room, size }),
  }
}

const short = (value: number) => String(Math.round(value * 1000) / 1000)

/** The drawing as SVG paths. Texts are only shapes in them, so no text can inject SVG. */
export function pathsOf({ code, lines }: Drawing, x = 0, y = 0): string {
  const { module } = code
  const side = short(module)
  const squares = code.runs
    .map(([column, row, length]) => {
      const [left, top] = [short(x + code.x + column * module), short(y + code.y + row * module)]
      return `M${left} ${top}h${short(length * module)}v${side}h${short(-length * module)}z`
    })
    .join('')
  const letters = lines.map(line => outlines(line, x + line.x, y + line.y, line.size)).join('')
  const text = letters === '' ? '' : `<path d="${letters}"/>`
  return `<path shape-rendering="crispEdges" d="${squares}"/>${text}`
}
