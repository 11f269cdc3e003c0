import type { Capacity } from '@linecard/driver-kit/onus'
import { isEpon } from '@linecard/driver-kit/onus'
import { keptCards, type Chassis } from '../cards/read.ts'

/** Maximum number of ONUs on a port: 128, on older EPON boards 64. */
const capacity = (epon: boolean, board: string | null | undefined): number =>
  epon && !board?.startsWith('ETTO') ? 64 : 128

export const capacityOf =
  (chassis: Chassis): Capacity =>
  async (port, session) => {
    const cards = isEpon(port) ? await keptCards(session, chassis) : []
    const card = cards.find(({ shelf, slot }) => shelf === port._frame && slot === port._slot)
    return capacity(isEpon(port), card?.type)
  }
