import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { Interface } from '../entities/index.ts'
import type { InterfaceCard } from './schemas.ts'
import { interfaceCard } from './view.ts'
import { onusByIds } from './onus/find.ts'
import { onuFacts } from './onus/view.ts'

/** The card of an interface that the caller is known to see; of an ONU with its optics. */
export async function cardOf(em: SqlEntityManager, row: Interface): Promise<InterfaceCard> {
  const [onu] = row.type === 'ONU' ? await onusByIds(em, [row.id]) : []
  return interfaceCard(row, onu ? onuFacts(onu) : null)
}
