import type { EndedAction, MessageKind, NetworkEvent } from '@linecard/plugin-kit'
import { actionData, eventData } from '../intake/subject.ts'

const device = { id: 17, ip: '192.0.2.17', name: 'olt-north' }

export const mockEvent: NetworkEvent = {
  id: 1042,
  key: '9f3c1a7702b4de15',
  severity: 'critical',
  name: 'fiber_cut',
  annotation: 'Fibre cut below pon0/1',
  description: '31 of 32 ONUs were lost within 4 s, with LOS of the port',
  device,
  interface: { id: 96_252, name: 'pon0/1', type: 'PON' },
  labels: { verdict: 'fiber_cut', onus: '31' },
  created_at: '2026-03-02T10:00:00.000Z',
  created_by: 'events',
  resolved_at: null,
  resolved_by: null,
  parent_id: null,
  customers: 31,
  maintenance: false,
}

const mockAction: EndedAction = {
  seq: 1,
  id: 77,
  time: new Date('2026-03-02T10:00:00.000Z'),
  action: 'device:deleted',
  status: 'SUCCESS',
  user: { id: 5, login: 'noc' },
  device_id: device.id,
  message: '',
  error_code: null,
  ip: '192.0.2.99',
}

/** What a template of this kind sees, with an invented event or action, or with this event. */
export function variablesFor(kind: MessageKind, given: NetworkEvent | null = null) {
  if (kind === 'notification') return { event: null, action: actionData(mockAction, device) }
  const event = given ?? mockEvent
  const over = { resolved_at: event.resolved_at ?? '2026-03-02T10:31:00.000Z', resolved_by: 'system' }
  return { event: eventData(kind === 'resolved' ? { ...event, ...over } : event), action: null }
}
