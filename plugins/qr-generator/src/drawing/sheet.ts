import { setImmediate as turn } from 'node:timers/promises'
import PDFDocument from 'pdfkit'
import { fontFile } from './letters.ts'
import { svgOf } from './picture.ts'
import { onPaper, pathsOf, type Drawing } from './sticker.ts'
import type { Grid, SheetTask } from './tasks.ts'

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

export const drawSheet = (task: SheetTask): AsyncGenerator<Uint8Array> =>
  task.format === 'pdf' ? drawPdf(task) : drawSvg(task)
