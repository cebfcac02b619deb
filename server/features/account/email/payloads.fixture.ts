/** Names that try to be more than text: tags, scripts, headers, parts of an e-mail, links. */
const bases = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg/onload=alert(1)>',
  "'><a href=javascript:alert(1)>x</a>",
  '</p></main></body><form action=https://evil.example>',
  '</title><script src=//evil.example></script>',
  '</style><style>*{display:none}',
  '<!-- --><iframe srcdoc="&lt;script&gt;">',
  '&lt;b&gt;&amp;&#60;b&#62;',
  '<a class="button" href="https://evil.example">Confirm</a>',
  '<base href=https://evil.example>',
  '<meta http-equiv=refresh content=0>',
  '{{constructor.constructor("alert(1)")()}}',
  '${7*7} <%= 7*7 %> #{7*7}',
  '=?utf-8?B?QmNjOiB4QGV2aWwuZXhhbXBsZQ==?=',
  'Bcc: x@evil.example',
  'Subject: You have won',
  'Content-Type: text/html',
  '--boundary--',
  '.',
  'https://evil.example/login',
  '\u202Eelpmaxe.live',
  '\u2028\u2029\u0085',
  'javascript:alert(1)//',
  '\u0000\u0007\u001B[31mred',
]

const wrappings: ((base: string) => string)[] = [
  (base) => base,
  (base) => `x\r\n${base}`,
  (base) => `x\n\n${base}\n\nx`,
  (base) => `x\r\n.\r\n${base}`,
  (base) => `x\n\nConfirm your address:\nhttps://evil.example/#${base}`,
  (base) => `${base}:\nhttps://evil.example`,
  (base) => `x\u2028\u2028${base}`,
  (base) => `🦔${base}🦔`,
]

export const payloads = wrappings.flatMap((wrap) => bases.map(wrap))
