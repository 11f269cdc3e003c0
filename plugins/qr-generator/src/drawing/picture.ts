import sharp from 'sharp'
import { onPixels, pathsOf } from './sticker.ts'
import type { PictureTask } from './tasks.ts'

export const svgOf = (width: number, height: number, unit: '' | 'mm', paths: string): string =>
  [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}${unit}" height="${height}${unit}" `,
    `viewBox="0 0 ${width} ${height}"><rect width="100%" height="100%" fill="#fff"/>${paths}</svg>`,
  ].join('')

/** The file of one code. @throws TooSmall */
export async function drawPicture({ sticker, format, ...how }: PictureTask): Promise<Uint8Array> {
  const drawing = onPixels(sticker, how)
  const svg = Buffer.from(svgOf(drawing.width, drawing.height, '', pathsOf(drawing)))
  return format === 'svg' ? svg : sharp(svg).png({ compressionLevel: 9 }).toBuffer()
}
