import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { chooseSystemUser } from './system-user.ts'
import { testFolder } from '../test/test-folder.ts'

let machine: string
beforeEach(() => {
  machine = testFolder()
})

test('each purpose has its own user, which is the same at each start', () => {
  const postgres = chooseSystemUser('postgres', machine)
  expect(chooseSystemUser('postgres', machine)).toEqual(postgres)
  expect(chooseSystemUser('media', machine)?.uid).not.toBe(postgres?.uid)
  expect(postgres?.uid).toBeGreaterThanOrEqual(1_000)
  expect(postgres?.uid).toBeLessThan(65_534)
})

test('user ids of existing accounts, groups and processes are avoided', () => {
  const given: number[] = []
  const next = () => {
    const id = chooseSystemUser('postgres', machine)!.uid
    expect(given).not.toContain(id)
    given.push(id)
    return id
  }
  write('etc/passwd', `root:x:0:0::/root:/bin/sh\ntaken:x:${next()}:4::/:/bin/sh\n`)
  write('etc/group', `root:x:0:\ntaken:x:${next()}:somebody\n`)
  write('proc/17/status', `Name:\tsh\nUid:\t0\t${next()}\t0\t0\n`)
  write('proc/18/status', `Name:\tsh\nGid:\t0\t0\t0\t0\n`)
  write('proc/19/status', `Name:\tsh\nUid:\t0\t0\t0\t0\nGroups:\t4 ${next()} \n`)
  next()
})

test('in a container, only a mapped user id is chosen', () => {
  write('proc/self/uid_map', '0 100000 1\n1 1000 5000\n')
  write('proc/self/gid_map', '0 100000 4000\n')
  const user = chooseSystemUser('media', machine)
  expect(user?.uid).toBeGreaterThanOrEqual(1_000)
  expect(user?.uid).toBeLessThan(4_000)
  expect(user?.gid).toBe(user?.uid)
  write('proc/self/uid_map', '0 1000 1\n')
  expect(chooseSystemUser('media', machine)).toBeUndefined()
})

test('a free user id is found on this machine', () => {
  expect(chooseSystemUser('media')).toBeDefined()
})

function write(file: string, text: string): void {
  mkdirSync(dirname(join(machine, file)), { recursive: true })
  writeFileSync(join(machine, file), text)
}
