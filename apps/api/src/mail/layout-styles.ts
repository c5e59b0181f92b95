/** Colours and measures of mails. Inline, as many mail programs drop style sheets; the sheet only adds the dark dress. */

const FONT = "font-family:Inter,-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const WRAP = 'overflow-wrap:anywhere;word-break:break-word'
/** White on it is 5:1; so it is at both ends of the gradient, which not every program draws. */
const HOT = '#cf1f3a'

export const HEAD = `<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark }
@media (prefers-color-scheme: dark) {
  .page { background-color: #151110 !important }
  .card { background-color: #1f1a18 !important; border-color: #3a3330 !important }
  .text { color: #f3eeec !important }
  .mute { color: #b3aaa6 !important }
  .link { color: #ff8a94 !important }
  .rule { border-color: #3a3330 !important }
}
@media (max-width: 480px) {
  .card { padding: 28px 22px !important }
}
</style>`

export const PAGE = {
  body: 'margin:0;padding:0;background-color:#f8f6f5;-webkit-text-size-adjust:100%;text-size-adjust:100%',
  preheader:
    'display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;font-size:1px;line-height:1px;mso-hide:all',
  table: 'background-color:#f8f6f5;table-layout:fixed',
  name: `${FONT};${WRAP};padding:0 0 20px;font-size:22px;line-height:28px;font-weight:800;letter-spacing:-0.02em;color:#241e1b`,
  foot: `${FONT};${WRAP};padding:20px 8px 0;font-size:13px;line-height:20px;color:#6a615c`,
}

export const CARD = {
  cell: 'padding:36px 36px;background-color:#ffffff;border:1px solid #e8e3e0;border-radius:16px',
  title: `${FONT};${WRAP};margin:0 0 16px;font-size:24px;line-height:30px;font-weight:700;letter-spacing:-0.02em;color:#241e1b`,
  paragraph: `${FONT};${WRAP};margin:0 0 14px;font-size:16px;line-height:25px;color:#241e1b`,
  small: `${FONT};${WRAP};margin:0 0 8px;font-size:13px;line-height:20px;color:#6a615c`,
  address: 'color:#b3172f;text-decoration:underline',
  rule: 'margin:20px 0 16px;border-top:1px solid #e8e3e0;font-size:0;line-height:0',
}

export const BUTTON = {
  color: HOT,
  cell: `background-color:${HOT};background-image:linear-gradient(135deg,#d22b2b,#c81a52);border-radius:12px;mso-padding-alt:14px 28px`,
  link: `${FONT};display:inline-block;padding:14px 28px;font-size:16px;line-height:20px;font-weight:700;color:#ffffff;text-decoration:none;border-radius:12px`,
}
