import { between, random } from '../random.ts'
import { adminUp } from '../simulated/port.ts'
import type { PonPort } from './onu-state.ts'
import { isOnline } from './onu.ts'
import type { DropReason, Onu } from './onu-state.ts'

/** Whether something keeps the ONU from being online: power, fibre, or the port. */
export const holds = (onu: Onu): boolean =>
  onu.dark || onu.cut || onu.port.fibre === 'cut' || onu.port.pulled || !adminUp(onu.port)

/** The OLT loses an ONU until it rises. One that is down already keeps its state and reason. */
export function lose(onu: Onu, reason: DropReason, now: number): void {
  if (isOnline(onu, now)) onu.state.force(now, reason, Infinity)
  else onu.state.extend(now, Infinity)
}

/** Brings an ONU online after `afterMs`, unless something still holds it. */
export function rise(onu: Onu, now: number, afterMs: number): void {
  if (onu.gone || !onu.enabled || holds(onu) || isOnline(onu, now)) return
  onu.state.extend(now, now + afterMs)
}

/** The power of ONUs fails: the OLT receives their dying gasps, but for types of ONUs that send none. */
export function losePower(onus: readonly Onu[], now: number, silent: readonly string[] = []): void {
  for (const onu of onus) {
    onu.dark = true
    lose(onu, silent.includes(onu.type) ? 'LOS' : 'PowerOff', now)
  }
}
/** The power of ONUs comes back. Each boots in its own time, 40 to 110 s. */
export function restorePower(onus: readonly Onu[], now: number): void {
  for (const onu of onus) {
    if (!onu.dark) continue
    onu.dark = false
    rise(onu, now, between(random(`${onu.seed} boot ${now}`), 40_000, 110_000))
  }
}

/** The drop fibres of some ONUs are cut. */
export function cutDrops(onus: readonly Onu[], now: number): void {
  for (const onu of onus) {
    onu.cut = true
    lose(onu, 'LOS', now)
  }
}
/** The trunk fibre of a port is cut: the port and all its ONUs have loss of signal. */
export function cutTrunk(port: PonPort, now: number): void {
  port.fibre = 'cut'
  port.cable.cut(now, Infinity)
  for (const onu of port.onus) lose(onu, 'LOS', now)
}

/** Splices the trunk. Its ONUs come back together. */
export function repairTrunk(port: PonPort, now: number): void {
  if (port.fibre === 'whole') return
  port.fibre = 'whole'
  port.cable.cut(now, 0)
  for (const onu of port.onus) rise(onu, now, between(random(`${onu.seed} ${now}`), 2_000, 6_000))
}
/** A card is pulled: its ports and ONUs are lost. */
export function pullCard(ports: readonly PonPort[], now: number): void {
  for (const port of ports) {
    port.pulled = true
    port.cable.cut(now, Infinity)
    for (const onu of port.onus) lose(onu, 'LOS', now)
  }
}
/** The card is in again, and boots: its ONUs come back after 30 to 50 s. */
export function insertCard(ports: readonly PonPort[], now: number): void {
  for (const port of ports) {
    if (!port.pulled) continue
    port.pulled = false
    port.cable.cut(now, 0)
    for (const onu of port.onus) rise(onu, now, between(random(`${onu.seed} card ${now}`), 30_000, 50_000))
  }
}
/** An OLT that restarts has lost all its ONUs, and registers them again 10 to 60 s after `upMs`. */
export function registerAgain(onus: readonly Onu[], now: number, upMs: number): void {
  for (const onu of onus) {
    const wasOnline = isOnline(onu, now)
    lose(onu, 'Offline', now)
    if (wasOnline) rise(onu, now, upMs - now + between(random(`${onu.seed} olt ${now}`), 10_000, 60_000))
  }
}

/** Splices the drop fibres of ONUs. */
export function repairDrops(onus: readonly Onu[], now: number): void {
  for (const onu of onus) {
    if (!onu.cut) continue
    onu.cut = false
    rise(onu, now, between(random(`${onu.seed} ${now}`), 2_000, 6_000))
  }
}

/** The light of ONUs changes by `db` within `overMs`, on both ends. */
export function driftLight(onus: readonly Onu[], db: number, overMs: number, now: number): void {
  for (const onu of onus) onu.drift = { db, fromMs: now, overMs }
}
