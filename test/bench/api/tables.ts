/** Rows to make. `interfaces` are ports of switches and OLTs; ONUs are additional rows of the same table. */
export interface Size {
  devices: number
  interfaces: number
  onus: number
  sightings: number
}

/** A table and the statement that makes its rows. Without a statement, a trigger fills it. */
export interface Table {
  table: string
  insert?: string
}

const streets = `array['вул. Шевченка', 'вул. Лесі Українки', 'вул. Січових Стрільців',
  'просп. Незалежності', 'вул. Зелена', 'вул. Польова', 'пров. Садовий', 'вул. Бандери',
  'Shevchenka St', 'Zelena St', 'Lesi Ukrainky Ave', 'Market Sq', 'Harbour Rd', 'Station Rd', 'Mill Lane',
    'Hrushevskoho St']`
const towns = `array['Тернопіль', 'Львів', 'Луцьк', 'Рівне', 'Стрий', 'Kalush', 'Kolomyia', 'Brody',
  'Dubno', 'Sambir']`
const names = `array['Коваленко', 'Шевчук', 'Мельник', 'Бойко', 'Ткачук', 'Кравчук', 'Bondar', 'Lysenko',
  'Moroz', 'Savchuk']`
const house = (n: string, salt: number) => `(1 + pg_temp.pick(${n}, ${salt}, 160))`
const point = (n: string) =>
  `json_build_object('lat', round((49.2 + pg_temp.pick(${n}, 31, 1000000) / 1e6)::numeric, 6), 'lon',
    round((24.4 + pg_temp.pick(${n}, 32, 1500000) / 1e6)::numeric, 6))::jsonb`
const earlier = (n: string, salt: number) =>
  `timestamptz '2026-10-01Z' - pg_temp.pick(${n}, ${salt}, 31536000) * interval '1 s'`

/** One device in fifty is an OLT. All ONUs are connected to OLTs. */
export const oltEvery = 50

/** Numbers that follow from the size. */
function numbersOf({ devices, interfaces, onus }: Size) {
  const olts = Math.ceil(devices / oltEvery)
  return { olts, ports: Math.floor(interfaces / devices), onusPerOlt: Math.ceil(onus / olts) }
}
const isOlt = `(d.k % ${oltEvery} = 0)`

/** Groups, access profiles and devices. */
function deviceTables({ devices }: Size): Table[] {
  return [
    {
      table: 'inventory_group',
      insert: `insert into inventory_group (id, name, description) select n, 'Район ' || n, 'District '
        || n from generate_series(1, 12) n`,
    },
    {
      table: 'inventory_access',
      insert: `insert into inventory_access (id, name, params)
      select n, 'Profile ' || n,
        json_build_object('sw_core_connection',
        json_build_object('snmp_version', '2c', 'snmp_port', 161, 'snmp_timeout_sec', 4))::jsonb
        from generate_series(1, 5) n`,
    },
    {
      table: 'inventory_device',
      insert: `insert into inventory_device
        (id, ip, name, location, description, model_id, access_id, group_id, params, mac, serial,
          coordinates, status, status_changed_at, refreshed_at, created_at, updated_at)
      select d.k + 1, inet '10.0.0.0' + (d.k / 250 * 256 + d.k % 250 + 1), case when ${isOlt} then 'olt-'
        else 'sw-' end || lower(t.code) || '-' || lpad((d.k + 1)::text, 5, '0'),
        t.town || ', ' || t.street || ', ' || ${house('d.k', 3)}, case pg_temp.pick(d.k, 4, 3) when 0
          then 'Під''їзд ' || 1 + pg_temp.pick(d.k, 5, 9) else '' end,
        m.id, 1 + pg_temp.pick(d.k, 6, 5), case pg_temp.pick(d.k, 7, 13) when 0 then -1
          else pg_temp.pick(d.k, 7, 13) end, '{}',
        pg_temp.mac(d.k, '1C:BD:B9'), case when ${isOlt} then '2196' else 'R3' end
          || lpad((d.k * 7919)::text, 9, '0'), ${point('d.k')},
        case when pg_temp.pick(d.k, 8, 40) = 0 then 'Down' else 'Up' end, ${earlier('d.k', 9)},
          timestamptz '2026-10-01Z' - pg_temp.pick(d.k, 10, 300) * interval '1 s',
        ${earlier('d.k', 11)}, timestamptz '2026-10-01Z'
      from generate_series(0::bigint, ${devices - 1}) d (k)
      cross join lateral (select pg_temp.word(d.k, 1, ${towns}) as town,
        pg_temp.word(d.k, 2, ${streets}) as street,
        pg_temp.word(d.k, 1, array['ter', 'lviv', 'lutsk', 'rivne', 'stryi', 'kal', 'kol', 'brody',
          'dubno', 'sambir']) as code) t
      join (select id, type = 'OLT' as olt,
        row_number() over (partition by type = 'OLT' order by id) - 1 as nth,
        count(*) over (partition by type = 'OLT') as total
        from inventory_model where type in ('OLT', 'SWITCH')) m on m.olt = ${isOlt}
          and m.nth = d.k / ${oltEvery} % m.total`,
    },
  ]
}

/** Ports of switches and OLTs, and ONUs behind the OLTs. */
function interfaceTables(size: Size): Table[] {
  const { devices } = size
  const { olts, ports, onusPerOlt } = numbersOf(size)
  return [
    {
      table: 'inventory_interface',
      insert: `
      insert into inventory_interface (id, device_id, bind_key, parent_bind_key, name, type, status,
        admin_state, status_changed_at, description, serial, mac, comment, agreement, billing_link, ip,
        coordinates, created_at, updated_at)
      select n + 1, d.k + 1, 1000 + p.k, null, case when ${isOlt} and p.k < 16 then 'gpon_olt-1/1/'
        || p.k + 1 when ${isOlt} then 'xgei-1/19/' || p.k - 15 else '1/' || p.k + 1 end,
        case when ${isOlt} and p.k < 16 then 'PON' else 'PHYSICAL' end, case pg_temp.pick(n, 20, 3) when 0
          then 'Down' else 'Up' end, case pg_temp.pick(n, 21, 50) when 0 then 'Disabled' else 'Enabled' end,
        ${earlier('n', 22)}, case pg_temp.pick(n, 23, 4) when 0 then 'uplink '
          || pg_temp.word(n, 2, ${streets}) when 1 then 'vlan' || 100 + pg_temp.pick(n, 24, 3900)
          when 2 then pg_temp.word(n, 25, ${streets}) || ' ' || ${house('n', 26)} else '' end,
        null, pg_temp.mac(n, case when n < 250000 then '1C:BD:B9' else 'C8:BE:19' end),
          case pg_temp.pick(n, 27, 20) when 0 then 'після грози ' || n else '' end,
        case pg_temp.pick(n, 28, 3) when 0 then 'A-' || 100000 + n else '' end, '', '', null,
          ${earlier('n', 29)}, timestamptz '2026-10-01Z'
      from generate_series(0::bigint, ${devices - 1}) d (k) cross join generate_series(0::bigint,
        ${ports - 1}) p (k) cross join lateral (select d.k * ${ports} + p.k as n) i;
      insert into inventory_interface (id, device_id, bind_key, parent_bind_key, name, type, status,
        admin_state, status_changed_at, description, serial, mac, comment, agreement, billing_link, ip,
        coordinates, created_at, updated_at)
      select ${devices * ports + 1} + n, d.k * ${oltEvery} + 1, 100000 + o.k, 1000 + o.k % 16,
        'gpon_onu-1/1/' || o.k % 16 + 1 || ':' || o.k / 16 + 1, 'ONU',
        pg_temp.word(n, 40, array['Online', 'Online', 'Online', 'Online', 'Online', 'Online', 'Online',
          'Online', 'LOS', 'PowerOff', 'Offline']), 'Enabled', ${earlier('n', 41)},
        pg_temp.word(n, 42, ${names}) || ' ' || pg_temp.word(n, 43, ${streets}) || ' ' || ${house('n', 44)},
        pg_temp.word(n, 45, array['ZTEG', 'HWTC', 'ZTEG', 'ZTEG'])
          || upper(lpad(to_hex(pg_temp.pick(n, 46, 2147483647)), 8, '0')), pg_temp.mac(n, '30:99:35'),
        case pg_temp.pick(n, 47, 10) when 0 then 'перепідключено ' || n else '' end, 'A-' || 1000000 + n,
          'https://billing.example.net/customer/' || 1000000 + n,
        host(inet '100.64.0.0' + n), ${point('n')}, ${earlier('n', 48)}, timestamptz '2026-10-01Z'
      from generate_series(0::bigint, ${olts - 1}) d (k) cross join generate_series(0::bigint,
        ${onusPerOlt - 1}) o (k) cross join lateral (select d.k * ${onusPerOlt} + o.k as n) i;
      select setval(pg_get_serial_sequence('inventory_interface', 'id'),
        ${devices * ports + olts * onusPerOlt + 1})`,
    },
    {
      table: 'inventory_onu',
      insert: `update inventory_onu set vendor = case left(ident, 4) when 'ZTEG' then 'ZTE'
        else 'Huawei' end, model = pg_temp.word(interface_id, 60,
        array['F601', 'F660', 'HG8310M', 'HG8546M']),
        rx = -15 - pg_temp.pick(interface_id, 61, 1500) / 100.0,
          tx = 2 + pg_temp.pick(interface_id, 62, 100) / 100.0,
          olt_rx = -16 - pg_temp.pick(interface_id, 63, 1600) / 100.0,
        temp = 30 + pg_temp.pick(interface_id, 64, 30), voltage = 3.3,
          distance = pg_temp.pick(interface_id, 65, 18000), optics_at = timestamptz '2026-10-01Z',
        rx_bad_since = case when pg_temp.pick(interface_id, 61, 1500) > 1350
          then timestamptz '2026-09-20Z' end, last_down_reason = case when status = 'LOS' then 'LOSi' end`,
    },
  ]
}

/** MAC addresses that were seen at ports. */
function sightingTables(size: Size): Table[] {
  const { devices, sightings } = size
  const { ports } = numbersOf(size)
  return [
    {
      // The client of a port is seen at this port and at the first and the second port of its switch, which
      // are on the way to it.
      table: 'inventory_sighting',
      insert: `insert into inventory_sighting (interface_id, mac, vlan_id, first_seen, last_seen, active)
      select case when k = 0 then 1 + d * ${ports} + 2 + p else d * ${ports} + k end,
        pg_temp.mac(n, 'D8:0D:17')::macaddr, 100 + pg_temp.pick(n, 70, 3900), ${earlier('n', 71)},
        now() - pg_temp.pick(n, 72, 3600) * interval '1 s', true
      from generate_series(0::bigint, ${Math.floor(sightings / 3) - 1}) n cross join generate_series(0, 2) k
      cross join lateral (select n % ${devices} as d, n / ${devices} % ${ports - 2} as p) at`,
    },
    {
      table: 'inventory_sighting_port',
      insert:
        'insert into inventory_sighting_port (interface_id, macs) select interface_id, count(*) ' +
        'from inventory_sighting group by 1',
    },
  ]
}

/** Favourites and tags. */
function markTables({ interfaces }: Size): Table[] {
  return [
    {
      table: 'interface_marks_favorite',
      insert: `insert into interface_marks_favorite (user_id, interface_id) select u.id, i
        from identity_user u cross join generate_series(1, ${interfaces}, 50) i where u.login = 'admin'`,
    },
    {
      table: 'interface_marks_tag',
      insert: `insert into interface_marks_tag (interface_id, tag) select i,
        pg_temp.word(i, 80, array['магістраль', 'VIP', 'ремонт', 'school', 'hospital'])
        from generate_series(1::bigint, ${interfaces}, 20) i`,
    },
  ]
}

/** All tables in the order in which they are filled. */
export const tables = (size: Size): Table[] => [
  ...deviceTables(size),
  ...interfaceTables(size),
  ...sightingTables(size),
  ...markTables(size),
]
