import type { ApiError, Context } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import { fail } from '../errors.ts'
import { tables } from '../tables.ts'

/** For what devices refer to and the database did not remove: how many do. Null: no device does. */
export const usedByDevices =
  (
    { em }: Pick<Context, 'em'>,
    what: 'model' | 'access' | 'group',
    code: 'INVENTORY_GROUP_IN_USE' | 'INVENTORY_MODEL_IN_USE' | 'INVENTORY_ACCESS_IN_USE',
  ) =>
  async (id: number): Promise<ApiError | null> => {
    const { count } = await tables(em())
      .selectFrom('inventory_device')
      .where(`${what}_id`, '=', id)
      .select(sql<number>`count(*)::int`.as('count'))
      .executeTakeFirstOrThrow()
    return count > 0 ? fail(code, { count }) : null
  }
