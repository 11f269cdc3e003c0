import { implement, type Implementation } from '@linecard/driver-kit'
import { addressListInfo, simpleQueueInfo } from '@linecard/driver-kit/modules'
import { flagOf, localTimeOf, textOf } from './values.ts'

/** The filters of a request under the property names of RouterOS. RouterOS applies them itself. */
const whereOf = (wanted: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(wanted).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )

/** address_list_info: `/ip/firewall/address-list`. */
export const addressLists = (): Implementation =>
  implement(addressListInfo, async (session, { _id: id, name, address }) =>
    (
      await session.routerOs.print('/ip/firewall/address-list', {
        where: whereOf({ '.id': id, list: name, address }),
      })
    ).map(row => ({
      _id: row['.id'] ?? '',
      name: row['list'] ?? '',
      address: row['address'] ?? '',
      created: localTimeOf(row['creation-time']),
      timeout: textOf(row, 'timeout'),
      dynamic: flagOf(row, 'dynamic'),
      disabled: flagOf(row, 'disabled'),
      comment: textOf(row, 'comment'),
    })),
  )

const none = (text: string | null): string | null => (text === 'none' ? null : text)
/** RouterOS stores a host as a network with one address. */
const sameTarget = (target: string | null, wanted: string): boolean =>
  (target ?? '').split(',').some(one => one === wanted || one === `${wanted}/32` || `${one}/32` === wanted)

/** simple_queue_info: `/queue/simple`. */
export const simpleQueues = (): Implementation =>
  implement(simpleQueueInfo, async (session, { _id: id, name, target, type, parent }) =>
    (
      await session.routerOs.print('/queue/simple', {
        where: whereOf({ '.id': id, name, queue: type, parent }),
      })
    )
      .map(row => ({
        _id: row['.id'] ?? '',
        name: row['name'] ?? '',
        target: textOf(row, 'target'),
        parent: none(textOf(row, 'parent')),
        type: textOf(row, 'queue'),
        'limit-at': textOf(row, 'limit-at'),
        'max-limit': textOf(row, 'max-limit'),
        disabled: flagOf(row, 'disabled'),
        dynamic: flagOf(row, 'dynamic'),
        comment: textOf(row, 'comment'),
      }))
      .filter(row => target === undefined || sameTarget(row.target, target)),
  )
