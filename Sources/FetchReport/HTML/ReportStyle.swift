/// The style sheet of a report: light and dark, screen and paper. It has no `<` and no `&` (see
/// ``Markup/verbatim(_:)``). The colours are those of Okabe and Ito, darkened or lightened so that they stand out
/// against the paper; nothing depends on them.
enum ReportStyle {
    static let sheet: StaticString = """

        :root {
          color-scheme: light dark;
          --paper: #fff; --ink: #1b1b1b; --soft: #5c5c5c; --rule: #cfcbc4; --grid: #e9e6e1; --band: #f6f4f0;
          --s0: #0b559f; --s1: #b8480d; --s2: #1d7a55; --s3: #8d4a86; --s4: #8a6a00; --s5: #17788f;
          --s6: #7a4a2b; --s7: #6b6b6b; --s8: #1b1b1b; --s9: #b01349; --s10: #5b45b5; --out: #f1efeb;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --paper: #16181b; --ink: #e6e4df; --soft: #a3a19b; --rule: #4a4b4d; --grid: #2b2d30; --band: #1e2124;
            --s0: #6cb0f5; --s1: #f08f55; --s2: #58c195; --s3: #d295cb; --s4: #d9b44a; --s5: #63c2d8;
            --s6: #cf9a75; --s7: #a0a0a0; --s8: #e6e4df; --s9: #f5799f; --s10: #a99af2; --out: #202327;
          }
        }
        * { box-sizing: border-box; }
        html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
        body {
          margin: 0; background: var(--paper); color: var(--ink); counter-reset: fig;
          font: 17px/1.55 system-ui, sans-serif;
        }
        main { max-width: 70rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; }
        h1, h2, h3, h4 { line-height: 1.2; font-weight: 600; text-wrap: balance; }
        h1 { font-size: 2.1rem; margin: 0.1em 0 0.2em; }
        h2 { font-size: 1.6rem; margin: 3.5rem 0 0.5rem; overflow-wrap: anywhere; }
        h3 { font-size: 1.3rem; margin: 2.8rem 0 0.6rem; padding-top: 0.7rem; border-top: 1px solid var(--rule); }
        h4 { font-size: 1rem; margin: 1.6rem 0 0.3rem; }
        p, figcaption { max-width: 44rem; }
        p { margin: 0.6rem 0; }
        .kicker, .sub { color: var(--soft); margin: 0; overflow-wrap: anywhere; }
        .kicker { font-variant: small-caps; letter-spacing: 0.06em; }
        .lead { font-size: 1.15rem; }
        .nothing { color: var(--soft); font-style: italic; }
        nav ul {
          list-style: none; margin: 1.4rem 0 0; padding: 0; display: flex; flex-wrap: wrap; gap: 0.1rem 1.1rem;
          font-size: 14px;
        }
        a { color: var(--s0); text-underline-offset: 0.15em; }
        a:focus-visible { outline: 2px solid var(--s0); outline-offset: 2px; }
        figure { margin: 1.2rem 0 1.6rem; counter-increment: fig; break-inside: avoid; }
        figcaption { font-size: 0.9rem; line-height: 1.45; color: var(--soft); margin-top: 0.5rem; }
        figcaption::before { content: 'Figure ' counter(fig) '. '; font-weight: 600; color: var(--ink); }
        /* Shadows at the ends say that there is more to the side. */
        .wide {
          overflow-x: auto; background:
            linear-gradient(to right, var(--paper) 40%, transparent) left / 2.5rem 100% no-repeat local,
            linear-gradient(to left, var(--paper) 40%, transparent) right / 2.5rem 100% no-repeat local,
            linear-gradient(to right, var(--rule), transparent) left / 0.6rem 100% no-repeat scroll,
            linear-gradient(to left, var(--rule), transparent) right / 0.6rem 100% no-repeat scroll;
        }
        .chart { max-width: 46rem; }
        .chart svg { display: block; width: 100%; height: auto; }
        svg text { font: 12px system-ui, sans-serif; fill: var(--soft); font-variant-numeric: tabular-nums; }
        svg text.at { fill: var(--ink); }
        .grid { stroke: var(--grid); } .axis { stroke: var(--rule); }
        .out { fill: var(--out); }
        .c0 { --c: var(--s0); } .c1 { --c: var(--s1); } .c2 { --c: var(--s2); } .c3 { --c: var(--s3); }
        .c4 { --c: var(--s4); } .c5 { --c: var(--s5); } .c6 { --c: var(--s6); } .c7 { --c: var(--s7); }
        .c8 { --c: var(--s8); } .c9 { --c: var(--s9); } .c10 { --c: var(--s10); }
        .ln.faint { stroke: var(--rule); stroke-width: 1; }
        .ln { fill: none; stroke: var(--c); stroke-width: 1.6; stroke-linejoin: round; }
        .ln.strong { stroke-width: 2.8; }
        .mk { fill: var(--c); stroke: var(--c); stroke-width: 1.3; }
        .mk.hollow { fill: var(--paper); } .mk.open { fill: none; stroke-width: 1.8; }
        .key { display: flex; flex-wrap: wrap; gap: 0 1.1rem; font: 13px/1.7 system-ui, sans-serif; }
        .key svg { width: 30px; height: 12px; margin-right: 0.4em; vertical-align: middle; }
        .ring { fill: none; stroke: var(--c); stroke-width: 1.4; }
        table { border-collapse: collapse; font: 13.5px/1.35 system-ui, sans-serif; min-width: 100%;
          font-variant-numeric: tabular-nums; border-block: 1.5px solid var(--ink); }
        th, td { padding: 0.3rem 0 0.3rem 0.7rem; text-align: right; white-space: nowrap; font-weight: 400; }
        th:first-child, td:first-child { text-align: left; padding-left: 0; }
        tbody th:first-child, thead th:first-child { position: sticky; left: 0; background: var(--paper);
          background-clip: padding-box; }
        .t { text-align: left; }
        thead th { vertical-align: bottom; border-bottom: 1px solid var(--ink); font-weight: 600; }
        thead small { display: block; font-weight: 400; color: var(--soft); font-size: 12px; }
        tbody tr + tr > * { border-top: 1px solid var(--grid); }
        tr.own > * { font-weight: 600; } tr.bound > * { font-style: italic; color: var(--soft); }
        dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.15rem 1.2rem; font-size: 0.95rem; }
        dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
        pre { font: 13px/1.5 ui-monospace, 'SF Mono', Menlo, Consolas, monospace; background: var(--band);
          padding: 0.8rem 1rem; overflow-x: auto; white-space: pre-wrap; overflow-wrap: anywhere; }
        footer { margin-top: 3rem; border-top: 1px solid var(--rule); font-size: 0.85rem; color: var(--soft); }
        @media (max-width: 40rem) {
          body { font-size: 16px; } h1 { font-size: 1.7rem; }
          table { font-size: 12.5px; } th, td { padding-left: 0.6rem; }
          dl { grid-template-columns: 1fr; } dd { margin-bottom: 0.5rem; }
          main { padding-top: 1.5rem; } svg text { font-size: 14.5px; }
        }
        @media print {
          :root {
            --paper: #fff; --ink: #000; --soft: #444; --rule: #999; --grid: #ddd; --band: #f4f4f4; --out: #eee;
            --s0: #0b559f; --s1: #b8480d; --s2: #1d7a55; --s3: #8d4a86; --s4: #8a6a00; --s5: #17788f;
            --s6: #7a4a2b; --s7: #6b6b6b; --s8: #000; --s9: #b01349; --s10: #5b45b5;
          }
          body { font-size: 10.5pt; } main { max-width: none; padding: 0; } nav { display: none; }
          h3 { break-after: avoid; } .wide { overflow: visible; background: none; }
          table { font-size: 8.5pt; } th, td { padding-left: 0.5rem; } tr { break-inside: avoid; }
          * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
        }

        """
}
