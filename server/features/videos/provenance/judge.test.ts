import { expect, test } from 'vitest'
import type { ManifestFacts } from '../../../media/engine/engine.ts'
import { noFindings } from './findings.ts'
import { judge } from './judge.ts'

const manifest: ManifestFacts = {
  id: 'urn:c2pa:1',
  title: null,
  generator: 'A generator',
  signer: 'signer.example',
  signedAt: null,
  list: null,
  isSigned: true,
  isBound: true,
  relationship: null,
  depth: 0,
  actions: [],
  problems: [],
}
const list = 'official'

test.for<[string, Partial<ManifestFacts>, object]>([
  ['of an unknown signer', {}, { provenance: 'file', provenanceCheck: 'done' }],
  ['of a trusted signer', { list }, { provenance: 'verified', provenanceCheck: 'done' }],
  ['whose signer is unknown', { list, problems: ['signingCredential.untrusted'] }, { provenance: 'verified' }],
  ['whose certificate was revoked', { list, problems: ['signingCredential.revoked'] }, { provenance: 'file' }],
  ['with another problem', { list, problems: ['assertion.cbor.invalid'] }, { provenance: 'file' }],
  ['of changed bytes', { list, problems: ['assertion.bmffHash.mismatch'] }, { provenance: 'broken' }],
  ['with a wrong time stamp', { list, problems: ['timeStamp.mismatch'] }, { provenance: 'verified' }],
  ['without a valid signature', { list, isSigned: false }, { provenance: 'creator', provenanceReason: 'unreadable' }],
  ['that cover no bytes', { list, isBound: false }, { provenance: 'creator', provenanceReason: 'unreadable' }],
])('credentials %s get the right verdict', ([, facts, verdict]) => {
  const manifests = [{ ...manifest, ...facts }]
  expect(judge({ ...noFindings, outcome: 'read', manifests }, { canBeBroken: true })).toMatchObject(verdict)
})
