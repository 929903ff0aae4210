/** The product's colours: ink on paper, one accent; nothing is fetched. */
export const reportStyle = `
:root {
  color-scheme: light dark;
  --ink: #141b2e; --quiet: #565e71; --paper: #faf9f6; --card: #ffffff; --line: #e4e1d9; --track: #efece5;
  --accent: #2747b8; --reference: #7d8494; --second: #1b6b45;
  --good: #1b6b45; --middling: #8a5800; --bad: #b3261e;
  --c1: #2747b8; --c2: #6f8ae6; --c3: #b3c1f5; --c4: #7a4fa3; --c5: #1f7a8c; --c6: #7cc0c9; --c7: #b97a10; --c8: #b9b4a8; --c9: #5f6675;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #f4f2ec; --quiet: #a7aec0; --paper: #0f1422; --card: #171d2e; --line: #2b3349; --track: #242c42;
    --accent: #9db1ff; --reference: #8a93a8; --second: #74cda0;
    --good: #74cda0; --middling: #e9b85c; --bad: #ff9086;
    --c1: #9db1ff; --c2: #6d83d9; --c3: #44548f; --c4: #c39be6; --c5: #62c4d4; --c6: #2f7683; --c7: #e9b85c; --c8: #565d70; --c9: #a7aec0;
  }
}
* { box-sizing: border-box; margin: 0; }
body { background: var(--paper); color: var(--ink); font: 14px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; font-variant-numeric: tabular-nums; padding: 40px 32px 80px; }
main, header { max-width: 1280px; margin: 0 auto; }
h1 { font-size: 28px; line-height: 1.25; font-weight: 650; letter-spacing: -0.02em; }
h2 { font-size: 20px; line-height: 1.35; font-weight: 620; letter-spacing: -0.012em; margin: 48px 0 4px; }
h3 { font-size: 13px; font-weight: 600; color: var(--quiet); margin: 24px 0 8px; }
p { max-width: 84ch; color: var(--quiet); }
header p { margin-top: 8px; }
.about span { white-space: nowrap; } .about span:not(:last-child)::after { content: ' ·'; }
.score { display: flex; flex-wrap: wrap; gap: 8px 32px; margin-top: 24px; }
.score div { font-size: 13px; color: var(--quiet); }
.score b { display: block; font-size: 28px; line-height: 1.2; font-weight: 620; }
.score .goal b { color: var(--good); } .score .bar b { color: var(--middling); } .score .missed b { color: var(--bad); }
ul.bullets { list-style: none; padding: 0; margin-top: 16px; border-top: 1px solid var(--line); }
.bullet { display: grid; grid-template-columns: minmax(230px, 1.3fr) 100px minmax(180px, 2fr) 190px 88px; gap: 2px 20px; align-items: center; padding: 9px 0; border-bottom: 1px solid var(--line); }
.bullet .value { text-align: right; font-weight: 620; }
.bullet .spread { grid-column: 4; font-size: 12px; color: var(--quiet); display: none; }
.bullet .wanted { font-size: 12px; color: var(--quiet); }
.bullet .track { position: relative; height: 12px; border-radius: 4px; background: var(--track); }
.track > * { position: absolute; top: 0; height: 100%; }
.track .fill { left: 0; border-radius: 4px; background: var(--tone); opacity: 0.85; }
.track .range { top: 5px; height: 2px; background: var(--ink); opacity: 0.55; }
.track .bar, .track .goal { width: 2px; top: -3px; height: 18px; background: var(--quiet); margin-left: -1px; }
.track .goal { background: var(--ink); }
.bullet.goal { --tone: var(--good); } .bullet.bar { --tone: var(--middling); } .bullet.missed { --tone: var(--bad); }
.bullet .verdict { justify-self: end; color: var(--tone); font-weight: 600; font-size: 13px; white-space: nowrap; }
.bullet.smaller .fill { opacity: 0.45; }
.bullet.smaller .verdict::before { content: '('; } .bullet.smaller .verdict::after { content: ')'; }
.charts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 380px), 1fr)); gap: 16px; margin-top: 16px; }
figure { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 12px 12px 6px; min-width: 0; }
figcaption { padding: 0 4px 4px; } figcaption span { color: var(--quiet); font-size: 12px; }
figcaption b { font-weight: 600; }
svg { display: block; width: 100%; height: auto; overflow: visible; }
svg text { fill: var(--quiet); font-size: 11.5px; }
svg .grid { stroke: var(--line); }
svg .mark { stroke: var(--middling); stroke-dasharray: 3 4; }
svg path { fill: none; stroke-width: 1.75; stroke-linejoin: round; }
svg line.product, svg line.reference, svg line.second { stroke-width: 2.5; }
svg line.spread { stroke-width: 1.25; opacity: 0.6; }
svg .product { stroke: var(--accent); } svg circle.product { fill: var(--accent); stroke: none; }
svg .reference { stroke: var(--reference); } svg circle.reference { fill: var(--reference); stroke: none; }
svg .second { stroke: var(--second); } svg circle.second { fill: var(--second); stroke: none; }
.cpu { margin-top: 16px; }
.cpu .side { display: grid; grid-template-columns: minmax(150px, 260px) 1fr 72px; gap: 4px 16px; align-items: center; padding: 3px 0; }
.cpu .name { color: var(--quiet); } .cpu .sum { text-align: right; font-weight: 600; }
.cpu .stack { display: flex; height: 14px; border-radius: 4px; overflow: hidden; }
.cpu .stack span { display: block; border-right: 1px solid var(--paper); min-width: 1px; }
.key { display: flex; flex-wrap: wrap; gap: 4px 18px; list-style: none; padding: 0; margin-top: 12px; font-size: 12px; color: var(--quiet); }
.key i { display: inline-block; width: 10px; height: 10px; border-radius: 3px; margin-right: 6px; }
.scroll { overflow-x: auto; margin-top: 12px; }
table { border-collapse: collapse; width: 100%; font-size: 13px; }
th { text-align: left; font-weight: 560; color: var(--quiet); }
th, td { padding: 6px 16px 6px 0; border-bottom: 1px solid var(--line); white-space: nowrap; }
td.number, th.number { text-align: right; }
summary { cursor: pointer; margin-top: 16px; font-weight: 560; color: var(--accent); border-radius: 4px; width: max-content; }
summary:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.error { color: var(--bad); margin-top: 8px; }
@media (max-width: 860px) {
  body { padding: 24px 16px 56px; }
  .bullet { grid-template-columns: 1fr auto; gap: 4px 12px; padding: 12px 0; }
  .bullet .what { grid-column: 1; } .bullet .value { grid-column: 2; }
  .bullet .track { grid-column: 1 / -1; margin: 4px 0; }
  .bullet .wanted { grid-column: 1; } .bullet .verdict { grid-column: 2; }
  .cpu .side { grid-template-columns: 1fr auto; }
  .cpu .stack { grid-column: 1 / -1; grid-row: 2; }
}
`
