import type { Menu } from '../command.ts'
import type { RouterOsState } from '../state.ts'
import { idOf, yes } from '../values.ts'
import { findRow, takeRow, withComment } from './rows.ts'

/** `/queue/simple`. */
export const queueMenu = (router: RouterOsState): Menu => ({
  items: () =>
    router.queues.map(one => ({
      '.id': idOf(one.id),
      name: one.name,
      target: one.target,
      parent: 'none',
      'packet-marks': '',
      priority: '8/8',
      queue: 'default-small/default-small',
      'limit-at': '0/0',
      'max-limit': one.limit,
      'burst-limit': '0/0',
      dynamic: 'false',
      disabled: yes(one.disabled),
      ...withComment(one.comment),
    })),
  set(id, values) {
    if (values['disabled'] !== undefined) findRow(router.queues, id).disabled = values['disabled'] === 'true'
  },
  remove(id) {
    takeRow(router.queues, id)
  },
})
