import { attach } from '../support/upload.ts'
import type { Kind } from './references.ts'
import type { World } from './world.ts'

/** Stands in every text of the objects that a caller may not see. */
export const mark = 'zqmarker-theirs'

/** One object of each kind: its id, or its address. */
export type Objects = Readonly<Record<Kind, string | number>>

/** Makes one object of each kind for the other group, with the mark in all of its texts. */
export async function furnish(world: World): Promise<Objects> {
  const { admin } = world.house
  const { device, groups } = world
  await admin.put(`/device-group/${groups.theirs}`, { name: `${mark} group`, description: mark })
  await admin.put(`/device-access/${device.accessId}`, { name: `${mark} profile` })
  await admin.put(`/device/${device.id}`, {
    name: `${mark} device`,
    location: mark,
    description: mark,
    serial: mark,
    coordinates: { lat: 10, lon: 10 },
  })
  await admin.put(`/device-interface/${device.interfaceId}`, { comment: mark, agreement: mark })
  await admin.put(`/interface-marks/interface/${device.interfaceId}`, { tags: [mark], favorite: true })
  const file = await attach(admin, { object_type: 'device', object_id: device.id })
  await world.sql(`update attachments_file set name = '${mark}.png' where id = ${file.id}`)
  const rule = await admin.post<{ id: number }>('/component/autodiscovery/rules', {
    name: `${mark} rule`,
    cidr: '127.255.255.254/32',
    access_ids: [device.accessId],
    group_id: groups.theirs,
    enabled: false,
  })
  const one = async (sql: string) => (await world.sql<{ id: number }>(sql))[0]!.id
  const run = await one(`
    insert into autodiscovery_run (status, rule_ids, group_ids) values ('ok', '[${rule.id}]', '[${groups.theirs}]')
    returning id`)
  // A run of both groups: the other half of it is not the caller's.
  const shared = await one(`
    insert into autodiscovery_run (status, rule_ids, group_ids, current, current_group_id, errors)
    values ('failed', '[${rule.id}]', '[${groups.theirs}, ${groups.ours}]', '${mark}', ${groups.theirs},
      '[{"rule_id": ${rule.id}, "rule": "${mark}", "group_id": ${groups.theirs}, "code": "X", "description": "${mark}"}]')
    returning id`)
  for (const id of [run, shared])
    await world.sql(`
      insert into autodiscovery_found (run_id, rule_id, rule, group_id, ip, result, device_id, name, descr)
      values (${id}, ${rule.id}, '${mark}', ${id === run ? groups.theirs : groups.ours}, '${device.sim.ip}', 'known',
        ${device.id}, '${mark}', '${mark}')`)
  const imported = await one(`
    insert into inventory_import (user_id, login, group_ids, dry_run, atomic, update_known, status)
    values (0, 'somebody', '{${groups.theirs}}', false, false, false, 'done') returning id`)
  const call = await one(`
    insert into equipment_call (time, device_id, ip, module, args, "from", ok, spent_ms, requests)
    values (now(), ${device.id}, '${device.sim.ip}', 'system', '{"what": "${mark}"}', 'device', true, 1, 1)
    returning id::integer as id`)
  const action = await one(`
    insert into system_action (time, action, status, device_id, message, meta)
    values (now(), 'theirs:${mark}', 'SUCCESS', ${device.id}, '${mark}', '{"body": {"name": "${mark}"}}')
    returning id::integer as id`)
  const macro = await admin.post<{ id: number }>('/component/macros-control', {
    name: `${mark} macro`,
    description: mark,
    template: `show ${mark}`,
    parameters: [{ key: 'mark', name: mark, type: 'input_string' }],
    group_ids: [groups.theirs],
  })
  const template = await admin.post<{ id: number }>('/component/onts-registration-control', {
    name: `${mark} template`,
    description: mark,
    models: ['zte_c320'],
    commands: `show ${mark}`,
    undo: `show ${mark}`,
    group_ids: [groups.theirs],
  })
  const macroRun = await one(`
    insert into macros_run (macro_id, macro_name, macro_version, display_output, device_id, user_id, login, status,
      commands, started_at, process)
    values (1, '${mark}', 1, 'all', ${device.id}, 1, 'somebody', 'SUCCESS', 1, now(), gen_random_uuid()) returning id`)
  const registration = await one(`
    insert into onts_registration_run (kind, state, device_id, ident, ident_key, port_key, port_name, number,
      template_name, template_version, user_id, user_login, "of", error)
    values ('register', 'unknown', ${device.id}, '${mark}', '${mark}', 1, '${mark}', 1, '${mark}', 1, 0, 'x', 0,
      '${mark}') returning id`)
  const batch = await one(`
    insert into onts_registration_batch (kind, state, device_id, user_id, user_login)
    values ('batch', 'planned', ${device.id}, 0, '${mark}') returning id`)
  const event = await one(`
    insert into events_event (key, severity, name, title, description, device_id, interface_id, labels, since,
      created_at, created_by)
    values ('0123456789abcdef', 'critical', 'device_down', '${mark}', '${mark}', ${device.id},
      ${device.interfaceId}, '{"mark": "${mark}"}', now(), now(), 'pinger') returning id::integer as id`)
  const trap = await one(`
    insert into traps_trap (time, address, device_id, interface_id, version, inform, oid, name, kind, has_errors,
      modules, objects, errors, said)
    values (now(), '${device.sim.ip}', ${device.id}, ${device.interfaceId}, '2c', false, '1.3.6.1.4.1.1',
      '${mark}', 'link', false, '{}', '[{"oid": "1.3", "name": "${mark}", "type": "OctetString", "value": "${mark}"}]',
      '[]', '${mark}') returning id::integer as id`)
  const outage = await one(`
    insert into correlation_outage (device_id, kind, first_kind, scope, ports, interface_ids, below_device_ids,
      confidence, evidence, title, description, customers, began_at, seen_at, opened_at)
    values (${device.id}, 'fibre_cut', 'fibre_cut', 'pon', '{1}', '{${device.interfaceId}}', '{}', 0.9, '[]',
      '${mark}', '${mark}', 3, now(), now(), now()) returning id`)
  await world.sql(`
    insert into traps_syslog (time, address, device_id, transport, facility, severity, host, app, proc_id, msg_id,
      message)
    values (now(), '${device.sim.ip}', ${device.id}, 'udp', 1, 1, '${mark}', '${mark}', '', '', '${mark}')`)
  await world.sql(`
    insert into traps_source (address, protocol, device_id, received, last_at)
    values ('${device.sim.ip}', 'syslog', ${device.id}, 1, now())`)
  const contact = await one(`
    insert into notifications_contact (user_id, type, value, severities)
    values (-1, 'webhook', 'http://127.0.0.1:9/', '{}') returning id`)
  const delivery = await one(`
    insert into notifications_delivery (contact_id, channel, source, source_id, kind, severity, name, title,
      device_id, data, state, due_at, note)
    values (${contact}, 'webhook', 'event', ${event}, 'alert', 'critical', 'device_down', '${mark}', ${device.id},
      '{"event": {"name": "${mark}"}}', 'failed', now(), '${mark}') returning id::integer as id`)
  const window = await one(`
    insert into events_window (name, starts_at, ends_at, device_ids, created_at, updated_at, updated_by)
    values ('${mark}', now(), now(), '{${device.id}}', now(), now(), 'x') returning id`)
  const neighbour = await one(`
    insert into inventory_device (ip, name, group_id, enabled)
    values ('192.0.2.77', '${mark} neighbour', ${groups.theirs}, false) returning id`)
  const link = await one(`
    insert into links_link (src_device_id, src_interface_id, dest_device_id, source, state, note, proofs, created_at)
    values (${device.id}, ${device.interfaceId}, ${neighbour}, 'automatic', 'active', '${mark}',
      '[{"by": "lldp", "text": "${mark}"}]', now()) returning id`)
  await world.sql(`
    update links_scan set scanned_at = now(), report = '{"devices": 1, "read": 1, "roots": [], "links": {"found": 1,
      "active": 1, "suggested": 0, "refused": 0, "gone": 0, "left_out": 0}, "doubts": [{"kind": "stranger",
      "devices": [${device.id}], "text": "${mark}"}], "more_doubts": 0, "spent_ms": 1}'`)
  await world.sql(`
    insert into kernel_job_run (id, key, trigger, status, host, pid, lines, progress, error_code, error)
    values (gen_random_uuid(), 'inventory.trim_history', 'cron', 'failed', 'here', 1,
      '[{"time": "2026-03-02T10:00:00.000Z", "level": "info", "message": "${mark}"}]',
      '{"done": 1, "total": 2, "what": "${mark}"}', 'X', '${mark}')`)
  return {
    device: device.id,
    address: device.sim.ip,
    network: `${device.sim.ip}/32`,
    interface: device.interfaceId,
    access: device.accessId,
    group: groups.theirs,
    rule: rule.id,
    run,
    import: imported,
    file: file.id,
    call,
    macro: macro.id,
    macroRun,
    action,
    registration,
    registrationTemplate: template.id,
    batch,
    event,
    trap,
    delivery,
    outage,
    window,
    link,
  }
}
