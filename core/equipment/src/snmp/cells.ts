import type { ColumnCells, Varbind } from '@linecard/driver-kit'
import { Reader } from './ber.ts'
import { arcsText } from './oid.ts'
import { readValue } from './value.ts'

/** A datagram has fewer octets. */
const pageOctets = 65_536

/** Where a cell begins: in which of the answers of its walk, and at which octet, as one number. */
export const placeOf = (page: number, start: number): number => page * pageOctets + start

/**
 * The cells of a column as they came: places in the answers of its walk. A cell is read when somebody asks
 * for it. Thousands of devices wait for the rest of their tables at once; until then a cell is its octets.
 */
export class Cells implements ColumnCells {
  private readonly oid: string
  /** Octets of the column's OID. */
  private readonly base: number
  private pages: readonly Buffer[]
  private places: readonly number[]
  private found: Map<string, Varbind> | undefined

  constructor(oid: string, base: number, pages: readonly Buffer[], places: readonly number[]) {
    this.oid = oid
    this.base = base
    this.pages = pages
    this.places = places
  }

  private readerAt(place: number): Reader {
    return new Reader(this.pages[Math.floor(place / pageOctets)]!, place % pageOctets)
  }

  /** Reads the OID, and gives the index behind that of the column. */
  private indexIn(reader: Reader): string {
    reader.next()
    return arcsText(reader.bytes, reader.start + this.base, reader.stop)!
  }

  /** The same cells for somebody else, who clears them alone. */
  copy(): Cells {
    return new Cells(this.oid, this.base, this.pages, this.places)
  }

  get size(): number {
    return this.places.length
  }

  *entries(): Generator<[string, Varbind], undefined> {
    const dotted = `${this.oid}.`
    for (const place of this.places) {
      const reader = this.readerAt(place)
      const index = this.indexIn(reader)
      const type = reader.next()
      const value = readValue(reader.bytes, type, reader.start, reader.stop)
      yield [index, { oid: dotted + index, type, value }]
    }
  }

  *keys(): Generator<string, undefined> {
    for (const place of this.places) yield this.indexIn(this.readerAt(place))
  }

  *values(): Generator<Varbind, undefined> {
    for (const [, cell] of this.entries()) yield cell
  }

  [Symbol.iterator](): Generator<[string, Varbind], undefined> {
    return this.entries()
  }

  private get all(): Map<string, Varbind> {
    return (this.found ??= new Map(this.entries()))
  }

  get(index: string): Varbind | undefined {
    return this.all.get(index)
  }

  has(index: string): boolean {
    return this.all.has(index)
  }

  forEach(work: (cell: Varbind, index: string, cells: ReadonlyMap<string, Varbind>) => void): void {
    for (const [index, cell] of this.entries()) work(cell, index, this)
  }

  clear(): void {
    this.pages = []
    this.places = []
    this.found = undefined
  }
}

/** The same cells for somebody else, who clears them alone. */
export const copyOf = (cells: ColumnCells): ColumnCells =>
  cells instanceof Cells ? cells.copy() : new Map(cells)
