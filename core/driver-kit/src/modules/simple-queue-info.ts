import { Type as T } from 'typebox'
import { defineModule } from '../contract/module.ts'
import { booleanOrNull, closed, textOrNull } from './shapes.ts'

/** Simple queues of RouterOS. Limits are upload/download in bit/s, as RouterOS writes them. */
export const simpleQueueInfo = defineModule({
  name: 'simple_queue_info',
  kind: 'read',
  permission: 'device_show',
  summary: 'RouterOS simple queues',
  args: closed({
    _id: T.Optional(T.String({ description: 'RouterOS id, e.g. *1' })),
    name: T.Optional(T.String({ description: 'Name of the queue' })),
    target: T.Optional(T.String({ description: 'Address or network' })),
    type: T.Optional(T.String({ description: 'Kinds of queue, up and down' })),
    parent: T.Optional(T.String({ description: 'Name of the queue above' })),
  }),
  result: T.Array(
    closed({
      _id: T.String({ description: 'RouterOS id' }),
      name: T.String({ description: 'Name' }),
      target: textOrNull('Addresses or interfaces'),
      parent: textOrNull('Parent queue; null: none'),
      type: textOrNull('Queue type, upload/download'),
      'limit-at': textOrNull('Guaranteed rate, upload/download, bit/s'),
      'max-limit': textOrNull('Highest rate, upload/download, bit/s'),
      disabled: booleanOrNull('Disabled by an administrator'),
      dynamic: booleanOrNull('Created by the router itself'),
      comment: textOrNull('Comment'),
    }),
  ),
  example: [
    {
      _id: '*3',
      name: 'client-17',
      target: '192.0.2.55/32',
      parent: null,
      type: 'default-small/default-small',
      'limit-at': '0/0',
      'max-limit': '105000000/105000000',
      disabled: false,
      dynamic: false,
      comment: null,
    },
  ],
})
