import { type Menu, Trap } from '../command.ts'
import type { RouterOsState } from '../state.ts'
import { idOf, routerOsDate, yes } from '../values.ts'
import { findRow, nextId, takeRow, withComment } from './rows.ts'

/** `/ip/firewall/address-list`. */
export const addressListMenu = (router: RouterOsState): Menu => ({
  items: () =>
    router.lists.map(one => ({
      '.id': idOf(one.id),
      list: one.list,
      address: one.address,
      'creation-time': routerOsDate(one.createdMs, router.version),
      dynamic: yes(one.dynamic),
      disabled: yes(one.disabled),
      ...withComment(one.comment),
    })),
  add(values) {
    if (!values['list'] || !values['address'])
      throw new Trap('missing value(s) of argument(s) list address', 1)
    if (router.lists.some(({ list, address }) => list === values['list'] && address === values['address']))
      throw new Trap('failure: already have such entry')
    const id = nextId(router.lists)
    router.lists.push({
      id,
      list: values['list'],
      address: values['address'],
      createdMs: router.clock.now(),
      disabled: values['disabled'] === 'true',
      dynamic: false,
      comment: values['comment'] ?? '',
    })
    return idOf(id)
  },
  set(id, values) {
    const one = findRow(router.lists, id)
    if (values['disabled'] !== undefined) one.disabled = values['disabled'] === 'true'
    if (values['comment'] !== undefined) one.comment = values['comment']
  },
  remove(id) {
    takeRow(router.lists, id)
  },
})
