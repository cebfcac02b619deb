/**
 * Validation rules of the EU's transparency database (API v2, July 2025): required fields, lengths, allowed values.
 * They are copied from its documentation and its source (digital-services-act/transparency-database) and independent of
 * our code.
 */
const values: Record<string, string[]> = {
  decision_visibility: list('DECISION_VISIBILITY_', [
    'CONTENT_REMOVED CONTENT_DISABLED CONTENT_DEMOTED CONTENT_AGE_RESTRICTED CONTENT_INTERACTION_RESTRICTED',
    'CONTENT_LABELLED OTHER',
  ]),
  decision_provision: list('DECISION_PROVISION_', [
    'PARTIAL_SUSPENSION TOTAL_SUSPENSION PARTIAL_TERMINATION TOTAL_TERMINATION',
  ]),
  decision_account: list('DECISION_ACCOUNT_', ['SUSPENDED TERMINATED']),
  decision_ground: list('DECISION_GROUND_', ['ILLEGAL_CONTENT INCOMPATIBLE_CONTENT']),
  incompatible_content_illegal: ['Yes', 'No'],
  content_type: list('CONTENT_TYPE_', ['APP AUDIO IMAGE PRODUCT SYNTHETIC_MEDIA TEXT VIDEO OTHER']),
  category: list('STATEMENT_CATEGORY_', [
    'ANIMAL_WELFARE CONSUMER_INFORMATION CYBER_VIOLENCE CYBER_VIOLENCE_AGAINST_WOMEN',
    'DATA_PROTECTION_AND_PRIVACY_VIOLATIONS ILLEGAL_OR_HARMFUL_SPEECH INTELLECTUAL_PROPERTY_INFRINGEMENTS',
    'NEGATIVE_EFFECTS_ON_CIVIC_DISCOURSE_OR_ELECTIONS PROTECTION_OF_MINORS RISK_FOR_PUBLIC_SECURITY SCAMS_AND_FRAUD',
    'SELF_HARM UNSAFE_AND_PROHIBITED_PRODUCTS VIOLENCE OTHER_VIOLATION_TC',
  ]),
  territorial_scope: 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(
    ' ',
  ),
  source_type: list('SOURCE_', ['ARTICLE_16 TRUSTED_FLAGGER TYPE_OTHER_NOTIFICATION VOLUNTARY']),
  automated_detection: ['Yes', 'No'],
  automated_decision: list('AUTOMATED_DECISION_', ['FULLY PARTIALLY NOT_AUTOMATED']),
}

/**
 * Keywords per category, limited to those that our statements could use. The database accepts other keywords but
 * ignores them.
 */
const keywords: Record<string, string[]> = {
  STATEMENT_CATEGORY_CYBER_VIOLENCE: list('KEYWORD_', [
    'CYBER_BULLYING_INTIMIDATION CYBER_HARASSMENT CYBER_INCITEMENT CYBER_STALKING NON_CONSENSUAL_IMAGE_SHARING',
    'NON_CONSENSUAL_MATERIAL_DEEPFAKE OTHER',
  ]),
  STATEMENT_CATEGORY_ILLEGAL_OR_HARMFUL_SPEECH: list('KEYWORD_', ['DEFAMATION DISCRIMINATION HATE_SPEECH OTHER']),
  STATEMENT_CATEGORY_INTELLECTUAL_PROPERTY_INFRINGEMENTS: list('KEYWORD_', [
    'COPYRIGHT_INFRINGEMENT DESIGN_INFRINGEMENT GEOGRAPHIC_INDICATIONS_INFRINGEMENT PATENT_INFRINGEMENT',
    'TRADE_SECRET_INFRINGEMENT TRADEMARK_INFRINGEMENT OTHER',
  ]),
  STATEMENT_CATEGORY_SCAMS_AND_FRAUD: list('KEYWORD_', [
    'IMPERSONATION_ACCOUNT_HIJACKING INAUTHENTIC_ACCOUNTS INAUTHENTIC_LISTINGS INAUTHENTIC_USER_REVIEWS PHISHING',
    'PYRAMID_SCHEMES OTHER',
  ]),
  STATEMENT_CATEGORY_OTHER_VIOLATION_TC: list('KEYWORD_', [
    'ADULT_SEXUAL_MATERIAL AGE_SPECIFIC_RESTRICTIONS GEOGRAPHICAL_REQUIREMENTS GOODS_SERVICES_NOT_PERMITTED',
    'LANGUAGE_REQUIREMENTS NUDITY OTHER',
  ]),
}

const lists = ['decision_visibility', 'content_type', 'category_specification', 'territorial_scope']

const maxLengths: Record<string, number> = {
  decision_facts: 5_000,
  incompatible_content_ground: 500,
  incompatible_content_explanation: 2_000,
  content_type_other: 500,
  decision_ground_reference_url: 500,
  puid: 500,
}

const required = [
  'decision_ground',
  'decision_facts',
  'content_type',
  'category',
  'territorial_scope',
  'content_date',
  'application_date',
  'source_type',
  'automated_detection',
  'automated_decision',
  'puid',
]

const ends = ['end_date_visibility_restriction', 'end_date_account_restriction', 'end_date_service_restriction']

const known = new Set([
  ...Object.keys(values),
  ...Object.keys(maxLengths),
  ...required,
  ...ends,
  'category_specification',
])

type Statement = Record<string, unknown>

/** Validates a statement. @returns The reasons why the database would refuse it; empty if it would accept it. */
export function faultsOfStatement(statement: Statement): string[] {
  return [
    ...required.filter((field) => !isFilled(statement[field])).map((field) => `${field} is missing`),
    ...Object.keys(statement).flatMap((field) => (known.has(field) ? [] : [`${field} is not known`])),
    ...faultsOfValues(statement),
    ...faultsOfGrounds(statement),
    ...faultsOfDates(statement),
  ]
}

function faultsOfValues(statement: Statement): string[] {
  return Object.entries(statement).flatMap(([field, value]) => {
    if (lists.includes(field) !== Array.isArray(value)) return [`${field} is ${Array.isArray(value) ? '' : 'no '}array`]
    const allowed = field === 'category_specification' ? keywords[String(statement['category'])] : values[field]
    const wrong = allowed ? [value].flat().filter((each) => !allowed.includes(String(each))) : []
    const isLong = String(value).length > (maxLengths[field] ?? Infinity)
    return [...wrong.map((each) => `${field} may not be ${String(each)}`), ...(isLong ? [`${field} is too long`] : [])]
  })
}

function faultsOfGrounds(statement: Statement): string[] {
  const hasDecision = ['decision_visibility', 'decision_monetary', 'decision_provision', 'decision_account'].some(
    (field) => isFilled(statement[field]),
  )
  const grounds =
    statement['decision_ground'] === 'DECISION_GROUND_ILLEGAL_CONTENT'
      ? ['illegal_content_legal_ground', 'illegal_content_explanation']
      : ['incompatible_content_ground', 'incompatible_content_explanation']
  const isOther = [statement['content_type']].flat().includes('CONTENT_TYPE_OTHER')
  return [
    ...(hasDecision ? [] : ['nothing was decided']),
    ...grounds.filter((field) => !isFilled(statement[field])).map((field) => `${field} is missing`),
    ...(isOther === isFilled(statement['content_type_other']) ? [] : ['content_type_other goes with OTHER']),
    ...(/^[\w-]+$/.test(String(statement['puid'])) ? [] : ['puid has other signs']),
    ...(URL.canParse(String(statement['decision_ground_reference_url'])) ? [] : ['no address of the rules']),
  ]
}

function faultsOfDates(statement: Statement): string[] {
  const isDay = (value: unknown) =>
    /^\d{4}-\d{2}-\d{2}$/.test(String(value)) && !Number.isNaN(Date.parse(String(value)))
  const applied = String(statement['application_date'])
  const from = {
    content_date: '2000-01-01',
    application_date: '2020-01-01',
    ...Object.fromEntries(ends.map((field) => [field, applied])),
  }
  return Object.entries(from).flatMap(([field, earliest]) => {
    if (statement[field] === undefined) return []
    const day = JSON.stringify(statement[field]).slice(1, -1)
    return isDay(day) && day >= earliest ? [] : [`${field} is ${day}`]
  })
}

function isFilled(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : typeof value === 'string' && value !== ''
}

function list(prefix: string, lines: string[]): string[] {
  return lines.flatMap((line) => line.split(' ')).map((name) => prefix + name)
}
