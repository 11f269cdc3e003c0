import { Type as T } from 'typebox'
import {
  messageKinds,
  type BoundChannel,
  type Caller,
  type MessageKind,
  type Routes,
  type EndedAction,
  type NetworkEvent,
} from '@linecard/plugin-kit'
import { channelNamed } from '../channel-named.ts'
import { fail } from '../errors.ts'
import type { Parts } from '../parts.ts'
import { PreviewBody, PreviewView, TemplateBody, TemplateParams, TemplateView } from './bodies.ts'
import { renderFor, subjectOf } from './render.ts'
import { storeTemplate, templateOf } from './store.ts'
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
function variablesFor(kind: MessageKind, given: NetworkEvent | null = null) {
  if (kind === 'notification') return { event: null, action: actionData(mockAction, device) }
  const event = given ?? mockEvent
  const over = { resolved_at: event.resolved_at ?? '2026-03-02T10:31:00.000Z', resolved_by: 'system' }
  return { event: eventData(kind === 'resolved' ? { ...event, ...over } : event), action: null }
}

const [tag, permission] = ['notifications', 'notifications_full_access']

async function viewOf({ ctx }: Parts, channel: BoundChannel, kind: MessageKind): Promise<TemplateView> {
  const stored = await templateOf(ctx.em(), channel, kind)
  return { channel: channel.type, kind, ...stored, standard: stored.updated_at === null }
}

/** @throws NOTIFICATIONS_TEMPLATE_UNKNOWN */
function templateNamed({ ctx }: Parts, named: { channel: string; kind: string }) {
  const all = ctx.use('installation').channels()
  const channel = all.find(({ type }) => type === named.channel)
  const kind = messageKinds.find(one => one === named.kind)
  if (!channel || !kind) throw fail('NOTIFICATIONS_TEMPLATE_UNKNOWN', named)
  return { channel, kind }
}

async function preview(notifications: Parts, body: PreviewBody, caller: Caller) {
  const { ctx, renderer } = notifications
  const channel = channelNamed(ctx, body.channel)
  const event =
    body.event_id === undefined ? null : await ctx.use('network-events').event(body.event_id, caller)
  if (body.event_id !== undefined && event === null)
    throw fail('NOTIFICATIONS_EVENT_UNKNOWN', { id: body.event_id })
  const variables = variablesFor(body.kind, event)
  const text = body.text ?? (await templateOf(ctx.em(), channel, body.kind)).text
  const rendered = await renderFor(renderer, channel, text, variables)
  const shown = variables.event ?? variables.action
  const title = variables.event?.annotation ?? `${variables.action?.action}: ${variables.action?.status}`
  const severity = variables.event?.severity ?? 'notify'
  return {
    subject: subjectOf({ kind: body.kind, severity, title, device: shown?.device?.name ?? null }),
    ...rendered,
    variables,
  }
}

export function templateRoutes(declare: Routes, notifications: Parts): void {
  const { ctx, renderer } = notifications
  declare.get(
    '/component/notifications/templates',
    {
      operationId: 'notifications.templates.list',
      scope: 'all',
      tag,
      summary: 'How messages are written, for each channel and kind',
      description: 'What nobody has written is the template of the channel itself.',
      permission,
      response: T.Array(TemplateView),
    },
    async () => {
      const views: TemplateView[] = []
      for (const channel of ctx.use('installation').channels())
        for (const kind of messageKinds) views.push(await viewOf(notifications, channel, kind))
      return views
    },
  )
  declare.put(
    '/component/notifications/templates/:channel/:kind',
    {
      operationId: 'notifications.template.update',
      scope: 'all',
      tag,
      summary: 'Writes a template, or returns to that of the channel',
      description:
        'It is rendered with an invented event before it is stored: a mistake is refused with its place. ' +
        'Values are escaped in HTML. If it fails with a real event, the template of the channel is used.',
      permission,
      params: TemplateParams,
      body: TemplateBody,
      response: TemplateView,
    },
    async ({ caller, params, body: { text } }) => {
      const { channel, kind } = templateNamed(notifications, params)
      if (text !== null) await renderFor(renderer, channel, text, variablesFor(kind))
      await storeTemplate(ctx.em(), { channel: channel.type, kind, text, by: caller.login })
      return viewOf(notifications, channel, kind)
    },
  )
  declare.post(
    '/component/notifications/templates/preview',
    {
      operationId: 'notifications.template.preview',
      scope: 'all',
      tag,
      summary: 'Shows a message as it would be sent',
      description:
        'With an invented event or action, or with an event that the caller sees. Nothing is sent.',
      permission,
      readOnly: true,
      body: PreviewBody,
      response: PreviewView,
      errors: [404],
    },
    ({ caller, body }) => preview(notifications, body, caller),
  )
}
