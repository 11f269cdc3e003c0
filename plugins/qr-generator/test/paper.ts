import { inflateSync } from 'node:zlib'
import jsQr from 'jsqr'

/** Filled rectangle on a page, in millimetres from its upper left corner. */
export interface Square {
  x: number
  y: number
  width: number
  height: number
}
export interface Page {
  width: number
  height: number
  squares: Square[]
  texts: number
}

const pointsPerMm = 72 / 25.4
type Matrix = [number, number, number, number, number, number]
const times = ([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix => [
  a * g + b * i,
  a * h + b * j,
  c * g + d * i,
  c * h + d * j,
  e * g + f * i + k,
  e * h + f * j + l,
]

/** Draws the content of a page: of all operators only those that move, fill rectangles and show text. */
function draw(content: string, width: number, height: number): Page {
  const page: Page = { width: width / pointsPerMm, height: height / pointsPerMm, squares: [], texts: 0 }
  const stack: Matrix[] = []
  let now: Matrix = [1, 0, 0, 1, 0, 0]
  let operands: number[] = []
  for (const token of content.match(/\[[^\]]*\]|<[^>]*>|[^\s[\]<>]+/g) ?? []) {
    const number = Number(token)
    if (!Number.isNaN(number)) {
      operands.push(number)
      continue
    }
    if (token === 'q') stack.push(now)
    else if (token === 'Q') now = stack.pop()!
    else if (token === 'cm') now = times(operands as Matrix, now)
    else if (token === 'TJ') page.texts++
    else if (token === 're') {
      const [x, y, w, h] = operands as [number, number, number, number]
      const corner = times([1, 0, 0, 1, x, y], now)
      const other = times([1, 0, 0, 1, x + w, y + h], now)
      const top = height - Math.max(corner[5], other[5])
      page.squares.push({
        x: Math.min(corner[4], other[4]) / pointsPerMm,
        y: top / pointsPerMm,
        width: Math.abs(other[4] - corner[4]) / pointsPerMm,
        height: Math.abs(other[5] - corner[5]) / pointsPerMm,
      })
    }
    operands = []
  }
  return page
}

/** Pages of a PDF as pdfkit writes it: objects one after the other, streams deflated. */
export function pagesOf(pdf: Buffer): Page[] {
  const text = pdf.toString('latin1')
  const objects = new Map(
    [...text.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(match => [match[1]!, match[2]!]),
  )
  const kids =
    /\/Type \/Pages[\s\S]*?\/Kids \[([^\]]*)\]/.exec(
      [...objects.values()].find(object => object.includes('/Type /Pages')) ?? '',
    )?.[1] ?? ''
  return [...kids.matchAll(/(\d+) 0 R/g)].map(([, id]) => {
    const page = objects.get(id!)!
    const [, , width, height] = /\/MediaBox \[(.*?)\]/.exec(page)![1]!.split(' ').map(Number)
    const stream = objects.get(/\/Contents (\d+) 0 R/.exec(page)![1]!)!
    const body = /stream\n([\s\S]*)\nendstream/.exec(stream)![1]!
    return draw(inflateSync(Buffer.from(body, 'latin1')).toString('latin1'), width!, height!)
  })
}

/** What a camera would read in a square of the page. */
export function readSquare(
  { squares }: Page,
  { x, y, size }: { x: number; y: number; size: number },
): string | null {
  const dots = 8
  const side = Math.round(size * dots)
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255)
  for (const square of squares) {
    for (
      let row = Math.round((square.y - y) * dots);
      row < Math.round((square.y + square.height - y) * dots);
      row++
    ) {
      for (
        let column = Math.round((square.x - x) * dots);
        column < Math.round((square.x + square.width - x) * dots);
        column++
      ) {
        if (row >= 0 && row < side && column >= 0 && column < side)
          pixels.fill(0, (row * side + column) * 4, (row * side + column) * 4 + 3)
      }
    }
  }
  return jsQr.default(pixels, side, side)?.data ?? null
}
