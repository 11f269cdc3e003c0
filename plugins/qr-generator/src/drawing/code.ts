import QRCode from 'qrcode'
import type { ErrorCorrection } from './tasks.ts'

/** Dark modules of a code, as horizontal runs: column, row, length. */
export interface Code {
  modules: number
  runs: readonly (readonly [x: number, y: number, length: number])[]
}

export function qrCodeOf(link: string, level: ErrorCorrection): Code {
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
