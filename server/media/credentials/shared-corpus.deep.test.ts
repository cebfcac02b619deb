import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { judge } from '../../features/videos/provenance/judge.ts'
import { createAuthority, signClip } from '../../test/media/signed-clips.ts'
import { sharedFile } from '../../test/media/shared-corpus.ts'
import { checkCredentials } from '../engine/engine.ts'
import { testFolder } from '../../test/test-folder.ts'

async function judged(file: string, operatorAnchors?: string) {
  const checked = await checkCredentials(file, { operatorAnchors })
  return { checked, ...judge({ ...checked, tags: [] }, { canBeBroken: true }) }
}

test('c2patool’s test certificate is an unknown signer unless the operator lists it', async () => {
  const file = sharedFile('content-credentials.mp4')
  const unknown = await judged(file)
  expect(unknown).toMatchObject({ provenance: 'file', provenanceSigner: 'C2PA Test Signing Cert' })
  expect(unknown.checked.manifests).toHaveLength(2)
  const authorities = certificatesIn(file).filter(({ subject }) => subject.includes('C2PA Test Intermediate Root CA'))
  expect(authorities).toHaveLength(1)
  expect(await judged(file, authorities[0]!.toString())).toMatchObject({ provenance: 'verified' })
})

test('a clip made with Sora is verified, although its certificate has expired', async () => {
  const found = await judged(sharedFile('sora.mp4'))
  expect(found).toMatchObject({ provenance: 'verified', provenanceSays: 'generated', provenanceTool: 'Sora' })
  expect(found.checked.manifests[0]).toMatchObject({ signer: 'OpenAI', list: 'interim' })
  const withoutLists = found.checked.manifests.map((manifest) => ({
    ...manifest,
    list: null,
    problems: ['signingCredential.untrusted', 'signingCredential.expired'],
  }))
  const unlisted = { ...found.checked, manifests: withoutLists, tags: [] }
  expect(judge(unlisted, { canBeBroken: true })).toMatchObject({ provenance: 'file', provenanceSigner: 'OpenAI' })
})

test('files just below and just above the limit for whole reads give equal results', async () => {
  const folder = testFolder()
  const authority = await createAuthority('OpenAI')
  const clip = readFileSync(sharedFile('plain-h264.mp4'))
  const path = join(folder, 'clip.mp4')
  const overhead = (await signClip(padded(clip, 1_000), authority)).length - padded(clip, 1_000).length
  for (const size of [-1, 0, 1].map((offset) => 50 * 1024 ** 2 + offset)) {
    const signed = await signClip(padded(clip, size - overhead - clip.length), authority)
    expect(signed.length).toBe(size)
    const file = await open(path, 'w')
    await file.write(signed)
    expect(await judged(path, authority.root)).toMatchObject({ provenance: 'verified' })
    await file.write(Buffer.from([1]), 0, 1, size - 10)
    await file.close()
    expect(await judged(path, authority.root)).toMatchObject({ provenance: 'broken' })
  }
})

/** Appends a second box of frames that no index names. `free` boxes would not be part of the signed data. */
function padded(clip: Buffer, sizeBytes: number): Buffer {
  const box = Buffer.alloc(sizeBytes)
  box.writeUInt32BE(sizeBytes)
  box.write('mdat', 4)
  return Buffer.concat([clip, box])
}

function certificatesIn(file: string): X509Certificate[] {
  const bytes = readFileSync(file)
  const found: X509Certificate[] = []
  for (let at = bytes.indexOf('3082', 0, 'hex'); at >= 0; at = bytes.indexOf('3082', at + 1, 'hex')) {
    try {
      found.push(new X509Certificate(bytes.subarray(at, at + 4 + bytes.readUInt16BE(at + 2))))
    } catch {
      // This is not a certificate: other parts of certificates begin with the same bytes.
    }
  }
  return found
}
