/** The thread that draws. The main thread answers other requests meanwhile. */
import { parentPort } from 'node:worker_threads'
import {
  TooSmall,
  type DrawingOrder,
  type DrawingReport,
  type Task,
  type Grid,
  type SheetTask,
  type PictureTask,
  type ErrorCorrection,
  type Sticker,
} from './tasks.ts'
import { setImmediate as turn } from 'node:timers/promises'
import PDFDocument from 'pdfkit'
import { fontFile, fitted, outlines, type LabelLine } from './letters.ts'
import sharp from 'sharp'
import QRCode from 'qrcode'

/** Dark modules of a code, as horizontal runs: column, row, length. */
interface Code {
  modules: number
  runs: readonly (readonly [x: number, y: number, length: number])[]
}

function qrCodeOf(link: string, level: ErrorCorrection): Code {
  const { size, data } = QRCode.create(link, { errorCorrectionLevel: level }).modules
  const runs: [number, number, number][] = []
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if (!data[y * size + x]) continue
      const start = x
      while (x < size && data[y * size + x]) x++
      runs.push([start, y, x - start])
    }
  }
  return { modules: size, runs }
}

/** A code with its label, in millimetres or pixels. Positions count from the upper left corner. */
interface Drawing {
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
function onPixels(
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
function onPaper(sticker: Sticker, { size: side, level }: { size: number; level: ErrorCorrection }): Drawing {
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
function pathsOf({ code, lines }: Drawing, x = 0, y = 0): string {
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

const svgOf = (width: number, height: number, unit: '' | 'mm', paths: string): string =>
  [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}${unit}" height="${height}${unit}" `,
    `viewBox="0 0 ${width} ${height}"><rect width="100%" height="100%" fill="#fff"/>${paths}</svg>`,
  ].join('')

/** The file of one code. @throws TooSmall */
async function drawPicture({ sticker, format, ...how }: PictureTask): Promise<Uint8Array> {
  const drawing = onPixels(sticker, how)
  const svg = Buffer.from(svgOf(drawing.width, drawing.height, '', pathsOf(drawing)))
  return format === 'svg' ? svg : sharp(svg).png({ compressionLevel: 9 }).toBuffer()
}

/** Points of PDF in one millimetre. */
const pointsPerMm = 72 / 25.4

/** Page and upper left corner of the nth square, in millimetres. */
function placeOf(
  nth: number,
  { margin, gap, size, columns, rows }: Grid,
): { page: number; x: number; y: number } {
  const cell = nth % (columns * rows)
  return {
    page: Math.floor(nth / (columns * rows)),
    x: margin + (cell % columns) * (size + gap),
    y: margin + Math.floor(cell / columns) * (size + gap),
  }
}

function drawInPdf(pdf: PDFKit.PDFDocument, { code, lines }: Drawing, x: number, y: number): void {
  for (const [column, row, length] of code.runs)
    pdf.rect(
      x + code.x + column * code.module,
      y + code.y + row * code.module,
      length * code.module,
      code.module,
    )
  pdf.fill('#000')
  for (const line of lines) {
    pdf.fontSize(line.size * line.scale)
    let left = x + line.x
    for (const { text, width } of line.stretches) {
      // With `features`, even an empty list, pdfkit shapes the stretch as a whole. Without it pdfkit shapes
      // word by word and puts the words of Arabic or Hebrew in the wrong order.
      pdf.text(text, left, y + line.y, { lineBreak: false, baseline: 'alphabetic', features: [] })
      left += width * line.size * line.scale
    }
  }
}

/** Pieces of a PDF with as many pages as needed. After each code, other tasks of the thread continue. */
async function* drawPdf({ stickers, grid, level }: SheetTask): AsyncGenerator<Uint8Array> {
  const size: [number, number] = [grid.width * pointsPerMm, grid.height * pointsPerMm]
  const pdf = new PDFDocument({
    size,
    margin: 0,
    autoFirstPage: false,
    font: fontFile,
    info: { Title: 'QR codes', Creator: 'Linecard', Producer: 'Linecard' },
  })
  const pieces: Uint8Array[] = []
  const ended = new Promise<void>((resolve, reject) => {
    pdf
      .on('data', (piece: Uint8Array) => pieces.push(piece))
      .on('end', resolve)
      .on('error', reject)
  })
  for (const [nth, sticker] of stickers.entries()) {
    const { x, y } = placeOf(nth, grid)
    if (nth % (grid.columns * grid.rows) === 0) pdf.addPage({ size, margin: 0 }).scale(pointsPerMm)
    drawInPdf(pdf, onPaper(sticker, { size: grid.size, level }), x, y)
    await turn()
    yield* pieces.splice(0)
  }
  pdf.end()
  await ended
  yield* pieces
}

async function* drawSvg({ stickers, grid, level }: SheetTask): AsyncGenerator<Uint8Array> {
  let paths = ''
  for (const [nth, sticker] of stickers.entries()) {
    const { x, y } = placeOf(nth, grid)
    paths += pathsOf(onPaper(sticker, { size: grid.size, level }), x, y)
    await turn()
  }
  yield Buffer.from(svgOf(grid.width, grid.height, 'mm', paths))
}

const drawSheet = (task: SheetTask): AsyncGenerator<Uint8Array> =>
  task.format === 'pdf' ? drawPdf(task) : drawSvg(task)

const port = parentPort!
const tell = (report: DrawingReport): void => {
  port.postMessage(report)
}
const cancelled = new Set<number>()
const running = new Set<number>()

async function draw(id: number, task: Task): Promise<void> {
  running.add(id)
  try {
    if (task.kind === 'picture') tell({ id, piece: await drawPicture(task) })
    else
      for await (const piece of drawSheet(task)) {
        if (cancelled.has(id)) return
        tell({ id, piece })
      }
    tell({ id, end: true })
  } catch (error) {
    tell(
      error instanceof TooSmall
        ? { id, minimum: error.minimum }
        : { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) },
    )
  } finally {
    running.delete(id)
    cancelled.delete(id)
  }
}

port.on('message', (order: DrawingOrder) => {
  if (!('cancel' in order)) void draw(order.id, order.task)
  else if (running.has(order.id)) cancelled.add(order.id)
})
