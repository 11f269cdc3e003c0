import cisco from '@linecard/driver-cisco'
import dlink from '@linecard/driver-dlink'
import eltex from '@linecard/driver-eltex'
import huawei from '@linecard/driver-huawei'
import juniper from '@linecard/driver-juniper'
import { DeviceError } from '@linecard/driver-kit'
import {
  createEquipment,
  memoryStore,
  settingsWith,
  type EquipmentService,
} from '@linecard/equipment/library'
import type { ConsoleAccess, Target } from '@linecard/plugin-kit'
import {
  createSwitch,
  startDevice,
  type ConsoleBehaviour,
  type ConsoleOptions,
  type Device,
  type SwitchModelName,
  type SwitchVendor,
} from '@linecard/simulator'
import { assert, suite } from '@linecard/test-kit'

/** Faulty consoles of five vendors, asked by the real drivers over real sockets. */
const test = suite('faulty consoles', { level: 'full' })

interface Kind {
  model: SwitchModelName
  modelKey: string
  enable?: string
  show: string
  page: string
  banner: string
}
const kinds: Readonly<Record<SwitchVendor, Kind>> = {
  dlink: {
    model: 'DES-3200-28/C1',
    modelKey: 'dlink_des_3200_28_c1',
    show: 'show vlan',
    page: 'enable clipaging',
    banner: 'DES-3200-28:admin#\r\nStay out #\r\n',
  },
  cisco: {
    model: 'WS-C2960X-24PS-L',
    modelKey: 'cisco_ios',
    enable: 'en-2Lm8Xz',
    show: 'show interfaces status',
    page: 'terminal length 24',
    banner: 'sw#\r\nsw> Password: none #\r\n',
  },
  huawei: {
    model: 'S5328C-EI',
    modelKey: 'huawei_general_switch',
    show: 'display interface brief',
    page: 'screen-length 24 temporary',
    banner: '<sw>\r\n[sw] keep out #\r\n',
  },
  eltex: {
    model: 'MES2324P',
    modelKey: 'eltex_mes23xx',
    enable: 'en-2Lm8Xz',
    show: 'show interfaces status',
    page: 'no terminal datadump',
    banner: 'sw#\r\n### sw(config)# ###\r\n',
  },
  juniper: {
    model: 'EX2200-24T-4G',
    modelKey: 'juniper_ex2200',
    show: 'show configuration | display set',
    page: 'set cli screen-length 24',
    banner: 'noc@sw>\r\n[edit]\r\n# keep out #\r\n',
  },
}
const vendors = Object.keys(kinds) as SwitchVendor[]
const password = 'pw-7f3Kq9'
const log = { debug() {}, info() {}, warn() {}, error() {} }
const address = (vendor: SwitchVendor) => `127.36.9.${vendors.indexOf(vendor) + 1}`

interface House {
  device: Device
  equipment: EquipmentService
  target: Target
  run(command: string, more?: Partial<ConsoleAccess>): Promise<string>
}

/** A device of the vendor, and an equipment layer that does not know it yet. */
async function meet(
  vendor: SwitchVendor,
  protocol: 'ssh' | 'telnet',
  console: ConsoleOptions,
  work: (house: House) => Promise<void>,
): Promise<void> {
  const { model, modelKey, enable } = kinds[vendor]
  const ip = address(vendor)
  // The clock stands still, so that the same command has the same output.
  const simulated = createSwitch({
    vendor,
    model,
    name: 'sw',
    ip,
    clock: { now: () => Date.UTC(2026, 0, 15, 12) },
  })
  const device = await startDevice({
    ip,
    port: 0,
    simulated,
    console: { [protocol]: 0, login: 'noc', password, ...(enable && { enable }), ...console },
  })
  const equipment = createEquipment({
    drivers: [cisco, dlink, eltex, huawei, juniper],
    log,
    store: memoryStore(),
    settings: settingsWith({ allow_loopback: true, networks: [] }),
  })
  const access: ConsoleAccess = {
    protocol,
    port: device.console![protocol]!,
    login: 'noc',
    password,
    enable: enable ?? '',
    commandMs: 30_000,
    idleMs: 10_000,
    allowLegacy: false,
  }
  const target: Target = {
    deviceId: 1,
    ip,
    modelKey,
    snmp: {
      version: '2c',
      port: device.port,
      timeoutMs: 1000,
      retries: 1,
      community: 'public',
      writeCommunity: 'private',
    },
    console: access,
  }
  try {
    await work({
      device,
      equipment,
      target,
      async run(command, more = {}) {
        const { data } = await equipment.callByName(
          { ...target, console: { ...access, ...more } },
          'console_command',
          { command },
          { from: 'device' },
        )
        const { output, success, error } = data as { output: string; success: boolean; error: string | null }
        assert.ok(success, error ?? command)
        return output
      },
    })
  } finally {
    await equipment.close()
    await device.stop()
  }
}

async function failure(work: Promise<unknown>): Promise<DeviceError> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  )
  assert.instance(error, DeviceError, String(error))
  assert.not.match((error as DeviceError).message, password)
  return error as DeviceError
}

for (const vendor of vendors) {
  const { show, page, banner } = kinds[vendor]

  test(`${vendor} with prompts in its banner, pages, colours, CR CR LF, single octets and without echo has the same output as without these faults`, async () => {
    for (const protocol of ['telnet', 'ssh'] as const) {
      let plain = ''
      await meet(vendor, protocol, {}, async ({ run }) => {
        plain = await run(show)
        await run(page)
        assert.is(await run(show), plain, `${protocol}, paged`)
      })
      assert.ok(plain.split('\n').length > 24, plain)
      const ways: ConsoleBehaviour[] = [
        { banner, motd: banner },
        { ansi: true },
        { doubleCr: true },
        { split: true },
        { noEcho: true },
        { trickle: { octets: 40, everyMs: 1 }, ansi: true, banner },
      ]
      await Promise.all(
        ways.map(behaviour =>
          meet(vendor, protocol, { behaviour }, async ({ run }) => {
            // Without echo, Enter alone leaves a line.
            assert.is(
              (await run(show)).replace(/^\n+/, ''),
              plain.replace(/^\n+/, ''),
              `${protocol}, ${JSON.stringify(behaviour)}`,
            )
          }),
        ),
      )
    }
  })

  test(`${vendor} that never shows a prompt, or demands a new password: the errors differ`, async () => {
    await meet(vendor, 'telnet', { behaviour: { mute: 'login' } }, async ({ run }) => {
      assert.is((await failure(run(show, { idleMs: 1000 }))).code, 'DEVICE_NO_PROMPT')
    })
    await meet(vendor, 'ssh', { behaviour: { mustChangePassword: true } }, async ({ run, device }) => {
      const error = await failure(run(show))
      assert.is(error.code, 'DEVICE_AUTH_FAILED')
      assert.match(error.message, 'new password', error.message)
      assert.ok(device.console!.behaviour.mustChangePassword, 'nobody has changed it')
    })
    await meet(vendor, 'telnet', {}, async ({ run }) =>
      assert.is((await failure(run(show, { password: 'guess-4711' }))).code, 'DEVICE_AUTH_FAILED'),
    )
    await meet(vendor, 'ssh', {}, async ({ run }) =>
      assert.is((await failure(run(show, { password: 'guess-4711' }))).code, 'DEVICE_AUTH_FAILED'),
    )
  })

  test(`${vendor} that sends too slowly, or disconnects within the output; the next call signs in again`, async () => {
    await meet(vendor, 'telnet', {}, async ({ run, device }) => {
      const { length } = await run(show)
      device.console!.behaviour = { trickle: { octets: 1, everyMs: 20 } }
      const slow = await failure(run(show, { commandMs: 1500 }))
      assert.is(slow.code, 'DEVICE_NO_PROMPT')
      assert.match(slow.message, 'time is up')
      device.console!.behaviour = { drop: { command: new RegExp(`^${show}`), after: 200 } }
      assert.is((await failure(run(show))).code, 'DEVICE_OUTCOME_UNKNOWN')
      device.console!.behaviour = {}
      assert.is((await run(show)).length, length)
    })
  })
}

test('a refused enable is an error of the credentials, which does not contain the password', async () => {
  for (const vendor of ['cisco', 'eltex'] as const) {
    for (const options of [{ behaviour: { refuseEnable: true } }, { enable: 'another-word' }]) {
      await meet(vendor, 'ssh', options, async ({ run }) => {
        const error = await failure(run(kinds[vendor].show))
        assert.is(error.code, 'DEVICE_AUTH_FAILED')
        assert.match(error.message, /enable|privileged/)
        assert.not.match(error.message, kinds[vendor].enable!)
      })
    }
  }
})

test('a device with one session gets one call after the other, and a busy device is not reported as a wrong password', async () => {
  await meet(
    'huawei',
    'telnet',
    { behaviour: { sessions: 1 } },
    async ({ run, device, equipment, target }) => {
      const outputs = await Promise.all(
        Array.from({ length: 6 }, (_, n) => run(n % 2 ? 'display version' : 'display vlan')),
      )
      assert.equal(
        outputs.map(text => /Versatile Routing/.test(text)),
        [false, true, false, true, false, true],
      )
      assert.is(device.console!.connections, 1)
      // The first session holds the line. Another process opens its own session.
      const other = createEquipment({
        drivers: [huawei],
        log,
        store: memoryStore(),
        settings: settingsWith({ allow_loopback: true, networks: [] }),
      })
      const error = await failure(
        other.callByName(target, 'console_command', { command: 'display version' }, { from: 'device' }),
      )
      await other.close()
      assert.is.not(error.code, 'DEVICE_AUTH_FAILED', error.message)
      await equipment.close()
    },
  )
})

test('another host key stops the login before a password is sent', async () => {
  await meet('huawei', 'ssh', {}, async ({ run, device }) => {
    await run('display version')
    device.console!.changeHostKey()
    device.console!.drop()
    const typed = device.console!.typed.length
    // A call that starts before the lost connection is noticed gets that error.
    const [first, second] = [await failure(run('display version')), await failure(run('display version'))]
    assert.ok(['DEVICE_SESSION_LOST', 'DEVICE_HOST_KEY_CHANGED'].includes(first.code), first.message)
    assert.is(second.code, 'DEVICE_HOST_KEY_CHANGED', second.message)
    assert.is(device.console!.typed.length, typed)
  })
})

test('a device that supports only SHA-1 and CBC is asked only if that is allowed', async () => {
  for (const vendor of vendors) {
    await meet(vendor, 'ssh', { legacySsh: true }, async ({ run }) => {
      const error = await failure(run(kinds[vendor].show))
      assert.is(error.code, 'DEVICE_SESSION_LOST')
      assert.match(error.message, 'legacy')
      assert.ok((await run(kinds[vendor].show, { allowLegacy: true })).length > 100)
    })
  }
})
