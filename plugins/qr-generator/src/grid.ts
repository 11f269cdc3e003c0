import type { Grid } from './drawing/tasks.ts'
import { fail } from './errors.ts'
import { pageSizes, type SheetBody } from './bodies.ts'

/**
 * How many squares of `size` fit into `room`, with gaps between them. The small addend corrects rounding
 * errors of floating-point numbers.
 */
const fits = (room: number, size: number, gap: number) =>
  Math.max(0, Math.floor((room + gap + 1e-6) / (size + gap)))

/** Rows and columns of a sheet. @throws ApiError QR_GENERATOR_PAGE_TOO_SMALL, QR_GENERATOR_SHEET_TOO_LONG */
export function gridOf({
  objects,
  format = 'pdf',
  page = 'a4',
  size_mm: size = 45,
  margin_mm: margin = 5,
  gap_mm: gap = 0.5,
}: SheetBody): Grid {
  const [width, height] = pageSizes[page]
  const columns = fits(width - 2 * margin, size, gap)
  const rows = fits(height - 2 * margin, size, gap)
  const most = columns * rows
  if (most === 0)
    throw fail('QR_GENERATOR_PAGE_TOO_SMALL', { size, width, height, margin }, [
      { path: 'size_mm', message: 'is too large for the page' },
    ])
  if (format === 'svg' && objects.length > most)
    throw fail('QR_GENERATOR_SHEET_TOO_LONG', { most }, [
      { path: 'objects', message: `has more than ${most}` },
    ])
  return { width, height, margin, gap, size, columns, rows }
}
