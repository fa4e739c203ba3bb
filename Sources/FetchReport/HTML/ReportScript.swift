/// The script of a report: tables that sort, and values under the pointer. It has no `<` and no `&` (see
/// ``Markup/verbatim(_:)``).
enum ReportScript {
    static let source: StaticString = """

        'use strict';
        (function () {
          var tip = document.getElementById('tip');
          // Values: what the title of a drawing's part says, shown at once instead of after a while.
          function place(event) {
            var room = document.documentElement.clientWidth - tip.offsetWidth - 8;
            tip.style.left = Math.max(4, Math.min(event.clientX + 12, room)) + 'px';
            tip.style.top = Math.max(4, event.clientY - tip.offsetHeight - 10) + 'px';
          }
          document.querySelectorAll('.chart title').forEach(function (title) {
            var mark = title.parentNode;
            mark.dataset.tip = title.textContent;
            mark.setAttribute('aria-label', title.textContent);
            title.remove();
          });
          document.addEventListener('pointermove', function (event) {
            var mark = event.target.closest ? event.target.closest('[data-tip]') : null;
            tip.className = mark ? 'on' : '';
            if (mark) { tip.textContent = mark.dataset.tip; place(event); }
          });
          document.addEventListener('scroll', function () { tip.className = ''; }, { passive: true });
          // Tables: numbers by their value, missing ones last; texts by their letters.
          function key(row, column) {
            var cell = row.cells[column];
            return cell.dataset.v === undefined ? null : Number(cell.dataset.v);
          }
          document.querySelectorAll('table.sortable').forEach(function (table) {
            var heads = Array.from(table.tHead.rows[0].cells);
            heads.forEach(function (head, column) {
              head.querySelector('button').addEventListener('click', function () {
                var isText = column === 0 ? true : head.classList.contains('t');
                var was = head.getAttribute('aria-sort');
                var falling = isText ? was === 'ascending' : was !== 'descending';
                var rows = Array.from(table.tBodies[0].rows);
                rows.sort(function (one, other) {
                  if (isText) {
                    var order = one.cells[column].textContent.localeCompare(
                      other.cells[column].textContent, 'en', { numeric: true });
                    return falling ? -order : order;
                  }
                  var left = key(one, column), right = key(other, column);
                  if (left === null || right === null) { return (left === null) - (right === null); }
                  return falling ? right - left : left - right;
                });
                heads.forEach(function (other) { other.removeAttribute('aria-sort'); });
                head.setAttribute('aria-sort', falling ? 'descending' : 'ascending');
                rows.forEach(function (row) { table.tBodies[0].appendChild(row); });
              });
            });
          });
          document.documentElement.dataset.ready = 'yes';
        })();

        """
}
