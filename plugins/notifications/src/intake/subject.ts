import type { EndedAction, NetworkEvent } from '@linecard/plugin-kit'
import { description, labels, oneLine } from './texts.ts'

type Named = { id: number; ip: string; name: string } | null

/** An event as templates and webhooks see it: every text is one line of bounded length. */
export const eventData = (event: NetworkEvent) => ({
  ...event,
  name: oneLine(event.name),
  annotation: oneLine(event.annotation),
  description: description(event.description),
  device: event.device && { ...event.device, name: oneLine(event.device.name) },
  interface: event.interface && { ...event.interface, name: oneLine(event.interface.name) },
  labels: labels(event.labels),
})

/** An action as templates and webhooks see it. */
export const actionData = (action: EndedAction, device: Named) => ({
  id: action.id,
  created_at: action.time.toISOString(),
  action: oneLine(action.action),
  status: action.status,
  message: description(action.message),
  error_code: action.error_code,
  user: action.user && { id: action.user.id, login: oneLine(action.user.login ?? '') },
  device: device && { ...device, name: oneLine(device.name) },
  ip: action.ip,
})
